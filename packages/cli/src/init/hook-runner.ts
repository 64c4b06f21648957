import { omitEmpty } from '@chronicle/schema'
import { realpath } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import type { CliIo } from '../host/cli-io.ts'
import { readTarget } from '../config-files/target-file.ts'

/** What `init` did beside the hooks, kept for `uninstall` in a comment of the runner. */
export interface InitState {
  /** Folders that `init` made, relative to the shared git directory or absolute, innermost first. */
  readonly folders: readonly string[]
  /** What was set up for agents. */
  readonly agents: readonly ('mcp' | 'skill')[]
  /** `init --sync` made git fetch notes. */
  readonly sync?: true
}

/** A runner as it was found. */
export interface Runner {
  /** The words that start the program; empty where only the `PATH` is searched. */
  readonly program: readonly string[]
  readonly state: InitState
}

export const EMPTY_STATE: InitState = { folders: [], agents: [] }

/**
 * The script that every hook reads with `.`, in a shell of its own, or lefthook runs: its arguments are the name of the
 * hook and those of git, and the pairs of post-rewrite are in `chronicle_pairs`, or else its input. It alone holds paths
 * of this machine, so that hooks that are committed (husky, a folder of the project) hold none, and do nothing in a
 * clone where nobody ran `init`.
 *
 * - File descriptors 3 to 9 are closed as well: a program that started git with one of them would wait for its end.
 * - `NODE_OPTIONS` is that of whoever started git, such as a debugger that would stop or print.
 * - post-commit is told the commit and what it was picked from: when the program looks, both may have changed.
 * - In a rebase, which reports all of its commits to post-rewrite when it is done, the hooks of the single commits do
 *   nothing unless something is kept for the commit; else a long rebase would start as many processes as it has commits.
 * - A checkout that moves nothing, such as that of a new branch, and a merge --squash bring nothing to look at.
 * - Git deletes SQUASH_MSG once the commit is made, sooner than a program has started. So the commits that it lists are
 *   kept here, oldest first, in the form in which the handler of post-commit takes them from `squash-sources.json`.
 * - The pairs of post-rewrite are read to the end before anything is started: git waits for whoever reads them.
 * - lefthook leaves the places of absent arguments as they are: `{3}`.
 */
export function runnerText(program: readonly string[], state: InitState): string {
  return `#!/bin/sh
# From \`git chronicle init\`; \`git chronicle uninstall\` takes it out.
# Starts Chronicle for a git hook, in the background. CHRONICLE_HOOKS=wait waits for it, CHRONICLE_HOOKS=off starts nothing.
${STATE}${JSON.stringify({ program, ...state })}
set +eu
exec >/dev/null 2>&1 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-
[ "\${CHRONICLE_HOOKS:-}" != off ] || exit 0
unset NODE_OPTIONS NODE_CHANNEL_FD
hook=$1
said=${AUTHOR_CONTEXT}
wait=\${CHRONICLE_HOOKS:-}
[ "\${4:-}" != '{3}' ] || set -- "$1" "$2" "$3"
[ "\${3:-}" != '{2}' ] || set -- "$1" "$2"
git_dir=\${GIT_DIR:-.git}
[ -d "$git_dir" ] || git_dir=$(git rev-parse --git-dir) || exit 0
if [ -d "$git_dir/rebase-merge" ] || [ -d "$git_dir/rebase-apply" ]; then rebase=yes; else rebase=no; fi
case $hook in
  post-commit)
    picked=
    [ ! -f "$git_dir/CHERRY_PICK_HEAD" ] || read -r picked <"$git_dir/CHERRY_PICK_HEAD"
    if [ "$rebase" = yes ]; then
      [ -z "$picked" ] || exit 0
      [ -f "$git_dir/chronicle/pending-context.json" ] || [ -n "$said" ] || exit 0
    fi
    set -- post-commit "$(git rev-parse HEAD)" $picked
    ;;
  prepare-commit-msg)
    [ "$rebase" = no ] && [ "\${3:-}" != commit ] && [ -f "$git_dir/SQUASH_MSG" ] || exit 0
    sources=
    while read -r word id rest; do
      [ "$word" != commit ] || sources="\\"$id\\"\${sources:+,$sources}"
    done <<SQUASHED
$(grep -E '^commit ([0-9a-f]{40}|[0-9a-f]{64})$' "$git_dir/SQUASH_MSG")
SQUASHED
    [ -n "$sources" ] && head=$(git rev-parse HEAD) && mkdir -p "$git_dir/chronicle" || exit 0
    printf '{"head":"%s","sources":[%s]}\\n' "$head" "$sources" >"$git_dir/chronicle/squash-sources.json"
    exit 0
    ;;
  post-checkout)
    [ "\${4:-1}" = 1 ] && [ "\${2:-}" != "\${3:-}" ] && [ "$rebase" = no ] && [ ! -f "$git_dir/BISECT_LOG" ] || exit 0
    ;;
  post-merge) [ "\${2:-0}" = 0 ] && [ "$rebase" = no ] || exit 0 ;;
esac
${findProgram(program)}
if [ "$hook" = post-rewrite ]; then pairs=\${chronicle_pairs-$(cat)}; fi
if [ "$wait" = wait ]; then
  if [ "$hook" = post-rewrite ]; then printf '%s\\n' "$pairs" | "$@"; else "$@" </dev/null; fi
  exit 0
fi
if command -v setsid; then set -- setsid "$@"; fi
if [ "$hook" = post-rewrite ]; then
  printf '%s\\n' "$pairs" | "$@" &
else
  "$@" </dev/null &
fi
exit 0
`
}

/** Reads the runner of a repository. `undefined`: there is none. Where it cannot be read, planning to edit it says so. */
export async function readRunner({ runnerPath }: { readonly runnerPath: string }): Promise<Runner | undefined> {
  return (await readTarget(runnerPath)).map(({ text = '' }) => parseRunner(text)).unwrapOr(undefined)
}

/** Reads a runner back. `undefined`: the text is none. */
function parseRunner(text: string): Runner | undefined {
  const line = text.split('\n').find((each) => each.startsWith(STATE))
  if (line === undefined) return undefined
  try {
    const { program, folders, agents, sync } = JSON.parse(line.slice(STATE.length)) as Partial<Runner & InitState>
    return {
      program: listOf(program),
      state: { folders: listOf(folders), agents: listOf(agents), ...omitEmpty({ sync }) },
    }
  } catch {
    // Somebody edited it: it is replaced by a whole one, and what it said is not known.
    return { program: [], state: EMPTY_STATE }
  }
}

/**
 * The words that start this program again. Of `node`, the name on the `PATH` that leads to it: the path of a running
 * program has its links resolved, and on many machines that is a folder of one version, gone with the next upgrade.
 */
export async function lastingProgram({ self = [], env }: Pick<CliIo, 'self' | 'env'>): Promise<readonly string[]> {
  const [node, ...rest] = self
  if (node === undefined) return []
  for (const folder of (env['PATH'] ?? '').split(delimiter).filter((each) => isAbsolute(each))) {
    const path = join(folder, 'node')
    // Absent, or not to be followed: the next folder may have it.
    if ((await realpath(path).catch(() => undefined)) === node) return [path, ...rest]
  }
  return self
}

const STATE = '# init: '

/** What `authorContextFromEnvironment` reads: there is something to record on a commit. */
const AUTHOR_CONTEXT = ['TASK', 'REASONING', 'DEPENDENCIES', 'TAGS', 'REJECTED', 'SQUASH_SOURCES']
  .map((name) => `\${CHRONICLE_${name}:-}`)
  .join('')

/** Sets `$@` to the command line, or ends. What was recorded comes first: a desktop's `PATH` rarely has it. */
function findProgram(program: readonly string[]): string {
  const [node, ...rest] = program.map(shellWord)
  const script = rest.at(-1)
  const onPath = `if command -v git-chronicle; then
  set -- git-chronicle git-hook "$@"
else
  exit 0
fi`
  if (node === undefined || script === undefined) return onPath
  return `if [ -x ${node} ] && [ -f ${script} ]; then
  set -- ${[node, ...rest].join(' ')} git-hook "$@"
elif [ -f ${script} ] && command -v node; then
  set -- node ${rest.join(' ')} git-hook "$@"
el${onPath}`
}

/** One word for a shell, whatever is in it. */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function listOf<T>(value: readonly T[] | undefined): readonly T[] {
  return Array.isArray(value) ? (value as readonly T[]) : []
}

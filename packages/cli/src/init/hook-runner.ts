import { omitEmpty } from '@chronicle/schema'
import { realpath } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import type { CliIo } from '../host/cli-io.ts'
import { readTarget } from '../config-files/target-file.ts'

/** Changes by `init` other than hooks. `uninstall` reads them from a comment of the runner. */
export interface InitState {
  /** Folders that `init` created, relative to the shared git directory or absolute, innermost first. */
  readonly folders: readonly string[]
  /** The parts that were installed for agents. */
  readonly agents: readonly ('mcp' | 'skill')[]
  /** Whether `init --sync` configured git to fetch notes. */
  readonly sync?: true
}

/** The content of an existing runner. */
export interface Runner {
  /** The command line that starts the program; empty if only the `PATH` is searched. */
  readonly program: readonly string[]
  readonly state: InitState
}

export const EMPTY_STATE: InitState = { folders: [], agents: [] }

/**
 * Returns the script that every hook sources with `.` in a subshell, or that lefthook runs. Its arguments are the name
 * of the hook and those of git; the pairs of post-rewrite are in `chronicle_pairs`, or else on stdin. Only this script
 * contains paths of this machine, so that committed hooks (husky, a folder of the project) contain none, and do nothing
 * in a clone where nobody ran `init`.
 *
 * - File descriptors 3 to 9 are closed too: a program that started git with one of them would wait for its end.
 * - `NODE_OPTIONS` is unset, because it belongs to the program that started git, such as a debugger that would stop or
 *   print.
 * - post-commit receives the commit and the commit it was picked from, because both may have changed when the program
 *   looks.
 * - A rebase reports all of its commits to post-rewrite at the end. During it, the hooks of single commits do nothing
 *   unless something is kept for a commit that somebody makes; otherwise a long rebase would start a process for each
 *   commit. Git writes CHERRY_PICK_HEAD for every commit it picks, and stopped-sha only where it stopped for somebody.
 * - A checkout that moves nothing, such as that of a new branch, and a merge --squash bring nothing to look at.
 * - Git deletes SQUASH_MSG after the commit, before a program has started. So this script saves the commits it lists,
 *   oldest first, in the format in which the post-commit handler reads them from `squash-sources.json`.
 * - The pairs of post-rewrite are read to the end before anything is started, because git waits for their reader.
 * - lefthook leaves the placeholders of absent arguments unchanged: `{3}`.
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
      [ -z "$picked" ] || [ -f "$git_dir/rebase-merge/stopped-sha" ] || exit 0
      picked=
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

/**
 * Reads the runner of a repository. Returns `undefined` if there is none, or if it cannot be read; the latter is
 * reported when an edit is planned.
 */
export async function readRunner({ runnerPath }: { readonly runnerPath: string }): Promise<Runner | undefined> {
  return (await readTarget(runnerPath)).map(({ text = '' }) => parseRunner(text)).unwrapOr(undefined)
}

/** Parses a runner. Returns `undefined` if the text is not one. */
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
    // Somebody edited the state, so it is lost, and the runner will be replaced by a complete one.
    return { program: [], state: EMPTY_STATE }
  }
}

/**
 * Returns the command line that starts this program again. For `node` it uses the path on the `PATH` that links to it:
 * the path of a running program has its links resolved, and on many machines names the folder of one version, which the
 * next upgrade removes.
 */
export async function stableProgramPath({ self = [], env }: Pick<CliIo, 'self' | 'env'>): Promise<readonly string[]> {
  const [node, ...rest] = self
  if (node === undefined) return []
  for (const folder of (env['PATH'] ?? '').split(delimiter).filter((each) => isAbsolute(each))) {
    const path = join(folder, 'node')
    // If it is missing or cannot be resolved, the next folder may contain it.
    if ((await realpath(path).catch(() => undefined)) === node) return [path, ...rest]
  }
  return self
}

const STATE = '# init: '

/** The variables that `authorContextFromEnvironment` reads. If one is set, there is something to record on a commit. */
const AUTHOR_CONTEXT = ['TASK', 'REASONING', 'DEPENDENCIES', 'TAGS', 'REJECTED', 'SQUASH_SOURCES']
  .map((name) => `\${CHRONICLE_${name}:-}`)
  .join('')

/**
 * Returns shell code that sets `$@` to the command line, or exits. The recorded program comes first, because a
 * desktop's `PATH` rarely contains it.
 */
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

/** Quotes any text as one word for a shell. */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function listOf<T>(value: readonly T[] | undefined): readonly T[] {
  return Array.isArray(value) ? (value as readonly T[]) : []
}

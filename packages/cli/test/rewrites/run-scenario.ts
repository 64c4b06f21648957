import { spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readNote, type CommitId, type Region } from '@chronicle/schema'
import { readJson, testEnvironment } from '../run-chronicle.ts'
import { installHooks } from './install-hooks.ts'
import type { HookSpool } from './hook-spool.ts'

/** Three units, each annotated on the commit that added it. */
const IN_PLACE = ['alpha@add alpha', 'beta@add beta', 'gamma@add gamma'] as const

/** A script of git commands, and the expected place of each annotation after it. */
export interface Scenario {
  readonly name: string
  /** Run by `sh` in a new repository, with the commands of `PRELUDE`. */
  readonly script: string
  /**
   * `unit@subject` for every region on a commit reachable from `HEAD`: on that commit only, once, on the lines that the
   * unit has there. `unit?subject`: the same, but its code is no longer in the commit. Default: `IN_PLACE`.
   */
  readonly expected?: readonly string[]
  /**
   * Units whose annotation is not on a commit reachable from `HEAD`, because their commit was dropped; it still exists.
   */
  readonly left?: readonly string[]
  /** Units whose code was removed from the files, so `read` does not show them. */
  readonly hidden?: readonly string[]
  /** The folder to inspect, relative to that of the scenario. Default `r`. */
  readonly folder?: string
}

/**
 * `fn NAME FILE` appends a unit to a file; `add NAME FILE` commits one, annotates it, and sets `$NAME` to the commit;
 * `noted REV NAME FILE …` annotates; `ci MESSAGE` commits everything; `plan` runs an interactive rebase with the plan
 * on stdin, a second later than HEAD: within its second, a commit picked again would be the same commit; `top FILE`
 * inserts lines at the top of a file; `edit FILE FROM TO` replaces text.
 */
export const PRELUDE = `set -e
export GIT_EDITOR=true
fn() { printf '\\nexport function %s(): string {\\n  // begin %s\\n  return "%s"\\n}\\n' "$1" "$1" "$1" >> "$2"; }
ci() { git add -A; git commit -q -m "$1"; }
region() {
  start=$(git show "$1:$3" | grep -n "function $2()" | cut -d: -f1)
  printf '{"file":"%s","ast_anchor":{"type":"function","name":"%s"},"lines":{"start":%d,"end":%d},"intent":"why %s","constraints":[{"text":"%s must hold","source":"author"}],"rejected_alternatives":[{"approach":"no %s","reason":"slow"}]}' "$3" "$2" "$start" $((start + 3)) "$2" "$2" "$2"
}
noted() {
  rev=$(git rev-parse "$1"); shift; all=
  while [ $# -gt 0 ]; do all="$all\${all:+,}$(region "$rev" "$1" "$2")"; shift 2; done
  printf '{"$schema":"chronicle/v1","commit":"%s","timestamp":"2024-01-01T00:00:00Z","summary":"summary","context_level":"enhanced","regions":[%s],"cross_cutting":[],"provenance":{"operation":"initial","derived_from":[],"original_annotations_preserved":false}}\\n' "$rev" "$all" | git notes --ref=chronicle add -f -F - "$rev"
}
add() { fn "$1" "$2"; ci "add $1"; eval "$1=$(git rev-parse HEAD)"; noted HEAD "$1" "$2"; }
plan() {
  cat > "$work/plan"
  GIT_COMMITTER_DATE="$(($(git log -1 --format=%ct) + 1)) +0000" GIT_SEQUENCE_EDITOR="cp '$work/plan'" git rebase -q -i "$@"
}
top() { { echo "// top of $1"; echo '// two lines'; cat "$1"; } > "$work/topped"; cat "$work/topped" > "$1"; }
edit() { sed "s/$2/$3/" "$1" > "$work/edited"; cat "$work/edited" > "$1"; }
begin() {
  git init -q -b main "$1"; cd "$1"
  cat >> "$(git rev-parse --git-path config)" <<'END'
[user]
  name = Ada
  email = ada@example.com
[commit]
  gpgSign = false
[advice]
  detachedHead = false
[core]
  abbrev = 40
[gc]
  auto = 0
END
}
`

/** The beginning of most scenarios: three files with one line each, in one commit. */
export const START = `for each in a b c; do echo "// $each" > $each.ts; done; ci begin
`

/** The next commands of most scenarios: three commits, each adding a unit; `alpha` and `gamma` share a file. */
export const THREE = 'add alpha a.ts; add beta b.ts; add gamma a.ts\n'

/** The result of a scenario. */
export interface ScenarioEnd {
  /** In the form of `Scenario.expected`, sorted. */
  readonly found: readonly string[]
  readonly left: readonly string[]
  /** Errors in any scenario. */
  readonly wrong: readonly string[]
}

/** Returns the expected result of a scenario. */
export function expectedEnd({ expected = IN_PLACE, left = [] }: Pick<Scenario, 'expected' | 'left'>): ScenarioEnd {
  return { found: [...expected].sort(), left, wrong: [] }
}

export async function runScenario(
  { script, folder = 'r', hidden = [] }: Pick<Scenario, 'script' | 'folder' | 'hidden'>,
  spool: HookSpool,
  options: {
    readonly env?: Readonly<Record<string, string>>
    readonly after?: (dir: string) => Promise<void>
  } = {},
): Promise<ScenarioEnd> {
  const work = await mkdtemp(join(tmpdir(), 'chronicle-scenario-'))
  try {
    const dir = join(work, 'r')
    const hasThree = script.startsWith(THREE)
    await copyBeginning(dir, spool, hasThree ? 'three' : 'beginning')
    const rest = hasThree ? `. "$work/r/.git/commits"\n${script.slice(THREE.length)}` : script
    await sh(`${PRELUDE}${rest}`, dir, work, { CHRONICLE_HOOKS: 'wait', ...options.env })
    await options.after?.(join(work, folder))
    return await inspect(join(work, folder), work, hidden)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

type Beginning = 'beginning' | 'three'

/** Initial repositories, in the folder of the spool that their hooks call, which removes them. */
const beginnings = new Map<string, Promise<string>>()

async function copyBeginning(dir: string, spool: HookSpool, name: Beginning): Promise<void> {
  const made = join(spool.dir, name)
  const beginning = beginnings.get(made) ?? makeBeginning(spool, name)
  beginnings.set(made, beginning)
  // Times are kept; otherwise git would have to read each file.
  await cp(await beginning, dir, { recursive: true, preserveTimestamps: true })
}

/**
 * Creates an initial repository. A `beginning` has no units; `three` contains the result of `THREE`, and `.git/commits`
 * sets its variables.
 */
async function makeBeginning({ dir, self }: HookSpool, name: Beginning): Promise<string> {
  await sh(`${PRELUDE}begin ${name}\n${START}`, dir, dir)
  const made = join(dir, name)
  await installHooks(made, self)
  if (name === 'three') {
    const said = `printf 'alpha=%s beta=%s gamma=%s\\n' "$alpha" "$beta" "$gamma" > .git/commits`
    await sh(`${PRELUDE}${THREE}${said}`, made, dir, { CHRONICLE_HOOKS: 'wait' })
  }
  return made
}

export async function inspect(dir: string, work: string, hidden: readonly string[]): Promise<ScenarioEnd> {
  const git = (text: string, path = ''): Promise<string> => sh(text, dir, work, { FILE: path })
  const reachable = new Map(
    lines(await git('git log --format="%H %s" HEAD')).map((line) => [line.slice(0, 40), line.slice(41)]),
  )
  const notes = await git(
    'git notes --ref=chronicle list 2>/dev/null | while read blob commit; do echo $commit; git cat-file blob $blob; printf "\\0"; done',
  )
  const found: string[] = []
  const wrong: string[] = []
  const everywhere = new Set<string>()
  const live = new Set<string>()
  for (const entry of notes.split('\0').slice(0, -1)) {
    const commit = entry.slice(0, entry.indexOf('\n'))
    const note = entry.slice(commit.length + 1)
    const { annotation, diagnostics } = readNote(Buffer.from(note), { commit: commit as CommitId })
    if (annotation === undefined) wrong.push(`${commit}: ${JSON.stringify(diagnostics)}`)
    for (const region of annotation?.regions ?? []) {
      const unit = region.intent.replace(/^why /u, '')
      everywhere.add(unit)
      const subject = reachable.get(commit)
      if (subject === undefined) continue
      const place = await linesOf(unit, commit, region, git)
      found.push(`${unit}${place === undefined ? '?' : '@'}${subject}`)
      live.add(unit)
      const recordedPlace = `${region.file}:${region.lines?.start}-${region.lines?.end}`
      if (place !== undefined && place !== recordedPlace)
        wrong.push(`${unit} is at ${place} of ${subject}, not at ${recordedPlace}`)
      const words = [
        ...region.constraints.map(({ text }) => text),
        ...region.rejected_alternatives.map((r) => r.approach),
      ]
      if (words.join() !== `${unit} must hold,no ${unit}`) wrong.push(`${unit}: ${words.join()}`)
    }
    if (annotation !== undefined && annotation.commit !== commit) wrong.push(`${commit} names ${annotation.commit}`)
  }
  wrong.push(...(await readProblems(dir, git, found, hidden)))
  return { found: found.sort(), left: [...everywhere].filter((unit) => !live.has(unit)).sort(), wrong }
}

/** Returns the place of a unit in a commit: `a.ts:3-6`. `undefined`: it is not there. */
async function linesOf(
  unit: string,
  commit: string,
  { file = '' }: Region,
  git: (text: string, path: string) => Promise<string>,
): Promise<string | undefined> {
  const text = await git(`git show "${commit}:$FILE" 2>/dev/null || :`, file)
  const all = text.split('\n')
  // A renamed unit is recognised by its content.
  const begin = all.findIndex((line) => line.includes(`// begin ${unit}`))
  if (begin < 0) return undefined
  const start = all.findLastIndex((line, index) => index <= begin && line.includes('function '))
  const end = all.findIndex((line, index) => index > begin && line === '}')
  return `${file}:${start + 1}-${end + 1}`
}

/** Returns a problem for each unit that `read` does not show exactly once, or shows although its code was removed. */
async function readProblems(
  dir: string,
  git: (text: string) => Promise<string>,
  found: readonly string[],
  hidden: readonly string[],
): Promise<readonly string[]> {
  const files = lines(await git('git -c core.quotePath=false ls-files')).filter((path) => path.endsWith('.ts'))
  const shown: string[] = []
  for (const file of files) {
    const { regions } = await readJson(dir, ['--at', 'HEAD', '--sources', 'notes', '--max-tokens', '0', file])
    shown.push(...regions.map(({ intent }) => intent.replace(/^why /u, '')))
  }
  const units = new Set(found.filter((each) => each.includes('@')).map((each) => each.split('@')[0] ?? ''))
  return [...units].flatMap((unit) => {
    const count = shown.filter((each) => each === unit).length
    return count === (hidden.includes(unit) ? 0 : 1) ? [] : [`read shows ${unit} ${count} times`]
  })
}

function lines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '')
}

/** Runs a script. The first command that fails ends it, and the error contains its output. */
export async function sh(
  script: string,
  cwd: string,
  work: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = spawn('/bin/sh', ['-c', script], {
    cwd,
    env: { ...testEnvironment, work, LC_ALL: 'C', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, error] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code !== 0) throw new Error(`exit code ${code}\n${out}${error}`)
  return out
}

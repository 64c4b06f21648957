import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { runProgram } from '../src/demo/run-program.ts'

/** Number of bytes written at a time. */
const CHUNK = 1 << 20

/** A commit to import, with the committer `Bench`. */
export interface CommitCommand {
  /** The branch. Default `main`. */
  readonly branch?: string
  /** The mark by which later commits refer to it as their parent. */
  readonly mark?: number
  /** Marks of the parents. Default: the tip of the branch, if there is one. */
  readonly parents?: readonly number[]
  /** Time in seconds. */
  readonly time: number
  readonly message: string
  readonly changes: readonly string[]
}

/** Returns the `git fast-import` commands of a commit. */
export function commitCommand(commit: CommitCommand): string {
  const { branch = 'main', mark, parents = [], time, message, changes } = commit
  const [from, ...merged] = parents.map((parent) => `:${parent}`)
  return [
    `commit refs/heads/${branch}`,
    ...(mark === undefined ? [] : [`mark :${mark}`]),
    `committer Bench <bench@example.com> ${time} +0000`,
    dataCommand(message),
    ...(from === undefined ? [] : [`from ${from}`]),
    ...merged.map((parent) => `merge ${parent}`),
    ...changes,
    '',
    '',
  ].join('\n')
}

/** Returns the command for a file in a commit, with its content. */
export function fileChange(path: string, content: string): string {
  return `M 100644 inline ${path}\n${dataCommand(content)}`
}

/** Returns the command for a blob that files in commits refer to by its mark. */
export function blobCommand(mark: number, content: string): string {
  return `blob\nmark :${mark}\n${dataCommand(content)}\n`
}

function dataCommand(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`
}

/** Returns the commits of a range, oldest first. */
export async function listCommits(dir: string, range: string = 'main'): Promise<readonly string[]> {
  return (await runProgram('git', ['rev-list', '--reverse', range], { cwd: dir })).trim().split('\n')
}

/** Creates a repository from `git fast-import` commands, packed like a fresh clone: one pack, no commit-graph. */
export async function importPackedHistory(dir: string, commands: Iterable<string>): Promise<void> {
  await importHistory(dir, commands)
  await runProgram('git', ['repack', '-a', '-d', '-q', '--window=10', '--depth=50'], { cwd: dir })
}

/** Creates a repository from `git fast-import` commands, with `main` checked out. */
export async function importHistory(dir: string, commands: Iterable<string>): Promise<void> {
  await mkdir(dir, { recursive: true })
  await runProgram('git', ['init', '--quiet', '--initial-branch=main', '--template='], { cwd: dir })
  await runProgram('git', ['config', 'user.name', 'Bench'], { cwd: dir })
  await runProgram('git', ['config', 'user.email', 'bench@example.com'], { cwd: dir })
  const child = spawn('git', ['fast-import', '--quiet', '--done', '--date-format=raw'], {
    cwd: dir,
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const ended = once(child, 'close')
  let waiting = ''
  for (const text of commands) {
    waiting += text
    if (waiting.length < CHUNK) continue
    if (!child.stdin.write(waiting)) await once(child.stdin, 'drain')
    waiting = ''
  }
  child.stdin.end(`${waiting}done\n`)
  const [code] = (await ended) as [number | null]
  if (code !== 0) throw new Error(`git fast-import in ${dir} ended with exit code ${String(code)}`)
  await runProgram('git', ['reset', '--quiet', '--hard', 'main'], { cwd: dir })
}

/** Returns a generator of numbers from 0 up to, but not including, a bound, the same in every run. */
export function createRandom(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    // The generator of Park and Miller.
    state = (state * 48_271) % 2_147_483_647
    return state % bound
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { runProgram } from '../src/demo/run-program.ts'

/** Bytes that are written at a time. */
const CHUNK = 1 << 20

/** A commit to import, by `Bench`. */
export interface CommitCommand {
  /** Default `main`. */
  readonly branch?: string
  /** What later commits call it as their parent. */
  readonly mark?: number
  /** Marks; none: the commit that the branch stands on, if it has any. */
  readonly parents?: readonly number[]
  /** Seconds. */
  readonly time: number
  readonly message: string
  readonly changes: readonly string[]
}

/** The `git fast-import` commands of a commit. */
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

/** A file in a commit, with its content. */
export function fileChange(path: string, content: string): string {
  return `M 100644 inline ${path}\n${dataCommand(content)}`
}

/** A content that files in commits refer to by its mark. */
export function blobCommand(mark: number, content: string): string {
  return `blob\nmark :${mark}\n${dataCommand(content)}\n`
}

function dataCommand(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`
}

/** The commits of a range, oldest first. */
export async function listCommits(dir: string, range: string = 'main'): Promise<readonly string[]> {
  return (await runProgram('git', ['rev-list', '--reverse', range], { cwd: dir })).trim().split('\n')
}

/** Makes a repository of `git fast-import` commands, packed like a fresh clone: one pack, no commit-graph. */
export async function importPackedHistory(dir: string, commands: Iterable<string>): Promise<void> {
  await importHistory(dir, commands)
  await runProgram('git', ['repack', '-a', '-d', '-q', '--window=10', '--depth=50'], { cwd: dir })
}

/** Makes a repository of `git fast-import` commands, with `main` checked out. */
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

/** Returns numbers from 0 below a bound, the same in every run. */
export function createRandom(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    // The generator of Park and Miller.
    state = (state * 48_271) % 2_147_483_647
    return state % bound
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { runProgram } from '../src/demo/run-program.ts'

/** Bytes that are written at a time. */
const CHUNK = 1 << 20

/**
 * Makes a repository of a stream of `git fast-import` commands that ends with `done`. Packed like a fresh clone: one
 * pack, no commit-graph, `main` checked out.
 */
export async function importHistory(dir: string, commands: Iterable<string>): Promise<void> {
  await mkdir(dir, { recursive: true })
  await runProgram('git', ['init', '--quiet', '--initial-branch=main', '--template='], { cwd: dir })
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
  child.stdin.end(waiting)
  const [code] = (await ended) as [number | null]
  if (code !== 0) throw new Error(`git fast-import in ${dir} ended with exit code ${String(code)}`)
  await runProgram('git', ['repack', '-a', '-d', '-q', '--window=10', '--depth=50'], { cwd: dir })
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

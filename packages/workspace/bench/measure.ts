import { spawn } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import type { ResultAsync } from '@chronicle/schema'

/** Alternatives to be compared. `round` counts from 0, so that a side can use different input each time. */
type Sides<Name extends string> = Readonly<Record<Name, (round: number) => Promise<unknown>>>

/**
 * Returns the median milliseconds of each side. The sides take turns, so that a busy machine slows all of them alike.
 * One unmeasured round comes first.
 */
export async function compare<Name extends string>(
  rounds: number,
  sides: Sides<Name>,
): Promise<Readonly<Record<Name, number>>> {
  const entries = Object.entries(sides) as [Name, Sides<Name>[Name]][]
  const times = entries.map((): number[] => [])
  for (let round = -1; round < rounds; round++) {
    for (const [index, [, run]] of entries.entries()) {
      const time = await elapsed(() => run(Math.max(round, 0)))
      if (round >= 0) times[index]?.push(time)
    }
  }
  const medians = entries.map(([name], index) => [name, median(times[index] ?? [])])
  return Object.fromEntries(medians) as Record<Name, number>
}

/** Returns the milliseconds that one run takes. */
export async function elapsed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await run()
  return performance.now() - started
}

/** Returns the answer. Throws if the query failed, because the time would mean nothing. */
export async function unwrapAnswer<T>(
  result: ResultAsync<T, { readonly code: string; readonly message: string }>,
): Promise<T> {
  return (await result).match(
    (value) => value,
    ({ code, message }) => {
      throw new Error(`${code}: ${message}`)
    },
  )
}

/** Returns the median; `NaN` for an empty list. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Returns the value that this share of all values is below; `NaN` for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN
}

/** Starts Node without work, to measure what any Node process takes. */
export function startNode(dir: string): Promise<string> {
  return runTimed(process.execPath, ['-e', '0'], dir)
}

/** Runs a program of this folder in its own process, and parses its output as JSON. */
export async function runOnce<T>(program: string, args: readonly string[], dir: string): Promise<T> {
  const file = fileURLToPath(new URL(program, import.meta.url))
  return JSON.parse(await runTimed(process.execPath, [file, ...args], dir)) as T
}

/**
 * Runs a program to its end and returns its standard output. The variable for extra certificates is not passed on: it
 * is irrelevant to the program and costs Node up to 90 ms.
 */
export function runTimed(program: string, args: readonly string[], cwd: string, input?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
    const child = spawn(program, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] })
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve(stdout)
      else reject(new Error(`${[program, ...args].join(' ')} in ${cwd}: exit code ${String(code)}\n${stderr}${stdout}`))
    })
  })
}

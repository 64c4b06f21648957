import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One change of a source, which can be switched on while the tests run. */
export interface PlannedMutant {
  readonly id: string
  /** Path relative to the repository. */
  readonly file: string
  /** Line number, 1-based. */
  readonly line: number
  readonly mutator: string
  readonly original: string
  readonly replacement: string
}

/** The changes of a run, and the sources that contain all of them, each behind a switch. */
export interface MutationPlan {
  readonly mutants: readonly PlannedMutant[]
  /** Instrumented sources by absolute path. */
  readonly instrumented: Readonly<Record<string, string>>
  /** Absolute paths of the chosen folders and files. Test files in or beside them run first. */
  readonly chosenPaths: readonly string[]
  readonly testFiles: readonly string[]
}

/** An entry of the progress of a run, from which a run that hung can continue. */
export type ProgressEntry =
  | { readonly event: 'trying' | 'lived' | 'undecided'; readonly mutant: string; readonly testFile: string }
  | { readonly event: 'killed'; readonly mutant: string; readonly testFile: string; readonly by: string }
  | { readonly event: 'covered'; readonly testFile: string; readonly mutants: readonly string[] }
  | { readonly event: 'slow'; readonly testFile: string; readonly test: string }
  | { readonly event: 'finished' | 'failed'; readonly testFile: string }

/** The environment variable that passes the folder of a run to the processes that run tests. */
export const SESSION_VARIABLE = 'CHRONICLE_MUTATION_SESSION'

/** The environment variable that passes the pass: `first`, or `last`, which tries what the first did not find. */
export const PASS_VARIABLE = 'CHRONICLE_MUTATION_PASS'

export function readPlan(session: string): MutationPlan {
  // Written by writePlan below.
  return JSON.parse(readFileSync(join(session, 'plan.json'), 'utf8')) as MutationPlan
}

export function writePlan(session: string, plan: MutationPlan): void {
  writeFileSync(join(session, 'plan.json'), JSON.stringify(plan))
}

export function recordProgress(session: string, entry: ProgressEntry): void {
  appendFileSync(progressFile(session), `${JSON.stringify(entry)}\n`)
}

export function readProgress(session: string): readonly ProgressEntry[] {
  if (!existsSync(progressFile(session))) return []
  const lines = readFileSync(progressFile(session), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as ProgressEntry)
}

export function progressFile(session: string): string {
  return join(session, 'progress.jsonl')
}

import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One change of a source, switched on while the tests run. */
export interface PlannedMutant {
  readonly id: string
  /** Relative to the repository. */
  readonly file: string
  /** Counted from 1. */
  readonly line: number
  readonly mutator: string
  readonly original: string
  readonly replacement: string
}

/** What is changed in a run, and the sources that hold all the changes at once, each behind a switch. */
export interface MutationPlan {
  readonly mutants: readonly PlannedMutant[]
  /** By absolute path. */
  readonly instrumented: Readonly<Record<string, string>>
  /** Test files in these folders or beside these files run first. Absolute paths. */
  readonly chosen: readonly string[]
  readonly testFiles: readonly string[]
}

/** A line of the progress of a run, so that a run that a mutant hangs goes on where it stood. */
export type ProgressEntry =
  | { readonly event: 'trying' | 'lived' | 'undecided'; readonly mutant: string; readonly testFile: string }
  | { readonly event: 'killed'; readonly mutant: string; readonly testFile: string; readonly by: string }
  | { readonly event: 'covered'; readonly testFile: string; readonly mutants: readonly string[] }
  | { readonly event: 'slow'; readonly testFile: string; readonly test: string }
  | { readonly event: 'finished' | 'failed'; readonly testFile: string }

/** The variable that names the folder of a run to the processes that run tests. */
export const SESSION_VARIABLE = 'CHRONICLE_MUTATION_SESSION'

/** The variable that tells them the pass: `first`, or `last`, which tries what the first has not found. */
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

import type { LineRange, RepoPath } from '@chronicle/schema'

/** A task whose needed code is known. */
export interface EvaluationCase {
  /** Unique among the cases of one run. */
  readonly id: string
  /** Name or path of the repository, in the words of whoever opens it. */
  readonly repository: string
  /** The commit that the task starts from: an id, or a name that the repository resolves. */
  readonly base: string
  /** What the user asked for, in their words. */
  readonly task: string
  /** Files that are needed. Those that do not exist at `base` do not count; where none does, the case cannot be asked. */
  readonly goldFiles: readonly RepoPath[]
  /** Units that are needed. Absent: not stated; `completeCase` derives them from `patch` or `goldLines`. */
  readonly goldSymbols?: readonly GoldSymbol[]
  /** Lines at `base` that are needed, by path; ascending, not overlapping. Absent: not stated. */
  readonly goldLines?: Readonly<Record<string, readonly LineRange[]>>
  /** The change that solved the task, as a unified diff against `base`. */
  readonly patch?: string
  readonly source: CaseSource
}

/** A unit that a task needs. */
export interface GoldSymbol {
  /** Absent: in whichever file it is. */
  readonly path?: RepoPath
  /** Segments separated by `::`. An unqualified name stands for any unit whose last segment it is. */
  readonly name: string
  /** Its lines at the base. Absent: not known. */
  readonly lines?: LineRange
}

/**
 * Where a case comes from. Results are reported by source: an issue is what users write, a mined case has the words of
 * somebody who already knew the solution.
 */
export type CaseSource = 'issue' | 'mined' | 'written'

/** The values of `CaseSource`. */
export const CASE_SOURCES: readonly CaseSource[] = ['issue', 'mined', 'written']

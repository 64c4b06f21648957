import type { LineRange, RepoPath } from '@chronicle/schema'

/** A task for which the needed code is known. */
export interface EvaluationCase {
  /** Unique among the cases of one run. */
  readonly id: string
  /** Name or path of the repository, in the form that `openRepository` expects. */
  readonly repository: string
  /** The commit that the task starts from: an id, or a name that the repository can resolve. */
  readonly base: string
  /** The user's request, in the user's own words. */
  readonly task: string
  /** Files that are needed. Files that do not exist at `base` are ignored; if none exists, the case cannot be used. */
  readonly goldFiles: readonly RepoPath[]
  /** Units that are needed. Absent: not stated; `completeCase` derives them from `patch` or `goldLines`. */
  readonly goldSymbols?: readonly GoldSymbol[]
  /** Lines at `base` that are needed, by path; ascending and disjoint. Absent: not stated. */
  readonly goldLines?: Readonly<Record<string, readonly LineRange[]>>
  /** The change that solved the task, as a unified diff against `base`. */
  readonly patch?: string
  readonly source: CaseSource
}

/** A unit that a task needs. */
export interface GoldSymbol {
  /** Absent: the unit may be in any file. */
  readonly path?: RepoPath
  /** Segments separated by `::`. An unqualified name matches any unit with this last segment. */
  readonly name: string
  /** Its lines at the base. Absent: unknown. */
  readonly lines?: LineRange
}

/**
 * The origin of a case. Results are reported by source: an issue is in the words of users, a mined case in the words of
 * somebody who already knew the solution.
 */
export type CaseSource = 'issue' | 'mined' | 'written'

/** All values of `CaseSource`. */
export const CASE_SOURCES: readonly CaseSource[] = ['issue', 'mined', 'written']

import type { Count } from './limited-types.ts'

/** The identifier of the format that `evaluate` prints. */
export const EVALUATION_OUTPUT_SCHEMA = 'chronicle-evaluation/v1'

/** Results of an evaluation of retrieval: the answer of `evaluate`. */
export interface EvaluationOutput {
  readonly $schema: typeof EVALUATION_OUTPUT_SCHEMA
  /** Cut-offs of the ranked lists. */
  readonly ranks: readonly Count[]
  /** Token budgets, ascending. */
  readonly budgets: readonly Count[]
  readonly systems: readonly EvaluatedSystem[]
  /** Of every other system with the first, over the cases of each source. */
  readonly comparisons: readonly EvaluatedComparison[]
  /** Of the intervals in the comparisons. */
  readonly confidence: number
  /** Cases that no system was asked. */
  readonly unusable: readonly EvaluationFailure[]
}

/** What one system made of the cases. */
export interface EvaluatedSystem {
  readonly name: string
  /** By source and repository, by source, over all. */
  readonly summaries: readonly EvaluationSummary[]
  readonly cases: readonly EvaluatedCase[]
}

/** Means over some cases. */
export interface EvaluationSummary {
  /** Absent: cases of every source. */
  readonly source?: EvaluationSource
  /** Absent: cases of every repository. */
  readonly repository?: string
  readonly cases: Count
  /** Cases that the system failed on; they count as found nothing. */
  readonly failures: Count
  /** By measure: `file-acc@5`, `packed-functions@4000`; shares from 0 to 1, and `milliseconds`. */
  readonly means: Readonly<Record<string, { readonly mean: number; readonly cases: Count }>>
}

/** What one system made of one case. */
export interface EvaluatedCase {
  readonly id: string
  readonly repository: string
  readonly source: EvaluationSource
  /** By measure. Those that the case has no gold for, or that the system does not aim at, are absent. */
  readonly measures: Readonly<Record<string, number>>
  /** Counts as found nothing. */
  readonly failure?: { readonly code: string; readonly message: string }
}

/** Where a case comes from: somebody's report, a commit of the history, or a file that somebody wrote. */
export type EvaluationSource = 'issue' | 'mined' | 'written'

/** A comparison of two systems. */
export interface EvaluatedComparison {
  readonly first: string
  readonly second: string
  readonly source: EvaluationSource
  readonly measures: readonly ComparedMeasure[]
}

/** How two systems compare by one measure, over the cases that both have it for. */
export interface ComparedMeasure {
  readonly measure: string
  readonly cases: Count
  readonly first_mean: number
  readonly second_mean: number
  /** Second minus first. */
  readonly difference: DifferenceInterval
  /** Of measures that are 0 or 1 alone. */
  readonly mcnemar?: McNemarTest
}

/** A mean difference with its bootstrap interval. */
export interface DifferenceInterval {
  readonly mean: number
  readonly low: number
  readonly high: number
  /** What was drawn: whole repositories, or cases where there is one repository alone. */
  readonly drawn: 'clusters' | 'cases'
  readonly samples: Count
}

/** The exact McNemar test over the cases that one of two systems alone solves. */
export interface McNemarTest {
  readonly only_first: Count
  readonly only_second: Count
  readonly p: number
}

/** A case that could not be asked, and why. */
export interface EvaluationFailure {
  readonly id: string
  readonly code: string
  readonly message: string
}

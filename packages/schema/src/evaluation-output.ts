import type { Count } from './limited-types.ts'

/** The identifier of the format that `evaluate` prints. */
export const EVALUATION_OUTPUT_SCHEMA = 'chronicle-evaluation/v1'

/** Results of an evaluation of retrieval, as returned by `evaluate`. */
export interface EvaluationOutput {
  readonly $schema: typeof EVALUATION_OUTPUT_SCHEMA
  /** Cut-offs of the ranked lists. */
  readonly ranks: readonly Count[]
  /** Token budgets, ascending. */
  readonly budgets: readonly Count[]
  readonly systems: readonly EvaluatedSystem[]
  /** Comparisons of every other system with the first, over the cases of each source. */
  readonly comparisons: readonly EvaluatedComparison[]
  /** Confidence level of the intervals in the comparisons. */
  readonly confidence: number
  /** Cases that were given to no system. */
  readonly unusable: readonly EvaluationFailure[]
}

/** The results of one system. */
export interface EvaluatedSystem {
  readonly name: string
  /** By source and repository, by source, and over all cases. */
  readonly summaries: readonly EvaluationSummary[]
  readonly cases: readonly EvaluatedCase[]
}

/** Means over some cases. */
export interface EvaluationSummary {
  /** Absent: cases of all sources. */
  readonly source?: EvaluationSource
  /** Absent: cases of all repositories. */
  readonly repository?: string
  readonly cases: Count
  /** Number of cases that the system failed on. They count as finding nothing. */
  readonly failures: Count
  /** By measure: `file-acc@5`, `packed-functions@4000`. Shares from 0 to 1, and `milliseconds`. */
  readonly means: Readonly<Record<string, { readonly mean: number; readonly cases: Count }>>
}

/** The result of one system for one case. */
export interface EvaluatedCase {
  readonly id: string
  readonly repository: string
  readonly source: EvaluationSource
  /** By measure. Measures are absent if the case has no gold for them or the system does not aim at them. */
  readonly measures: Readonly<Record<string, number>>
  /** Present if the system failed, which counts as finding nothing. */
  readonly failure?: { readonly code: string; readonly message: string }
}

/** The source of a case: a reported issue, a commit of the history, or a hand-written file. */
export type EvaluationSource = 'issue' | 'mined' | 'written'

/** A comparison of two systems. */
export interface EvaluatedComparison {
  readonly first: string
  readonly second: string
  readonly source: EvaluationSource
  readonly measures: readonly ComparedMeasure[]
}

/** The comparison of two systems by one measure, over the cases that have it for both. */
export interface ComparedMeasure {
  readonly measure: string
  readonly cases: Count
  readonly first_mean: number
  readonly second_mean: number
  /** Second minus first. */
  readonly difference: DifferenceInterval
  /** Only for measures that are either 0 or 1. */
  readonly mcnemar?: McNemarTest
}

/** A mean difference with its bootstrap interval. */
export interface DifferenceInterval {
  readonly mean: number
  readonly low: number
  readonly high: number
  /** The unit of resampling: whole repositories, or cases if there is only one repository. */
  readonly drawn: 'clusters' | 'cases'
  readonly samples: Count
}

/** The exact McNemar test over the cases that only one of two systems solves. */
export interface McNemarTest {
  readonly only_first: Count
  readonly only_second: Count
  readonly p: number
}

/** A case that could not be run, and why. */
export interface EvaluationFailure {
  readonly id: string
  readonly code: string
  readonly message: string
}

import { summarise, type ResultSummary } from '../metrics/summarise.ts'
import type { CaseSource } from '../cases/evaluation-case.ts'
import type { CaseResult, EvaluationRun, UnusableCase } from '../run/run-evaluation.ts'
import type { BootstrapOptions } from '../significance/clustered-bootstrap.ts'
import { compareSystems, type SystemComparison } from '../significance/compare-systems.ts'

/** All content of a report, as data. */
export interface EvaluationReport {
  readonly title: string
  readonly ranks: readonly number[]
  readonly budgets: readonly number[]
  /** Confidence level of the intervals in the comparisons. */
  readonly confidence: number
  readonly systems: readonly SystemReport[]
  /** Comparisons of every other system with the first, over the cases of each source. */
  readonly comparisons: readonly SourcedComparison[]
  readonly unusable: readonly UnusableCase[]
}

/** The summarised results of one system. */
export interface SystemReport {
  readonly name: string
  readonly summaries: readonly ResultSummary[]
  /** In the order of the cases. */
  readonly results: readonly CaseResult[]
  readonly failures: readonly { readonly id: string; readonly code: string; readonly message: string }[]
}

/** A comparison over the cases of one source. */
export interface SourcedComparison extends SystemComparison {
  readonly source: CaseSource
}

/** Options for summarising a run. */
export interface ReportOptions extends BootstrapOptions {
  readonly title: string
  /** Measures to compare systems by. Default: strict accuracy at 5 and 10, and functions wholly present by budget. */
  readonly compared?: readonly string[] | undefined
}

/** Summarises a run, and compares every system with the first. Issues and mined commits are compared separately. */
export function createReport(run: EvaluationRun, options: ReportOptions): EvaluationReport {
  const { title, compared = defaultMeasures(run.budgets), confidence = 0.95 } = options
  const [first, ...others] = run.systems
  const sources = [...new Set(run.systems.flatMap(({ results }) => results.map(({ source }) => source)))].sort()
  const comparisons = others.flatMap((other) =>
    sources.flatMap((source): readonly SourcedComparison[] => {
      if (first === undefined) return []
      const [a, b] = [first, other].map(({ name, results }) => ({
        name,
        results: results.filter((result) => result.source === source),
      }))
      if (a === undefined || b === undefined) return []
      return [{ source, ...compareSystems(a, b, { ...options, confidence, measures: compared }) }]
    }),
  )
  return {
    title,
    ranks: run.ranks,
    budgets: run.budgets,
    confidence,
    systems: run.systems.map(({ name, results }) => ({
      name,
      summaries: summarise(results),
      results,
      failures: results.flatMap(({ id, failure }) => (failure === undefined ? [] : [{ id, ...failure }])),
    })),
    comparisons,
    unusable: run.unusable,
  }
}

function defaultMeasures(budgets: readonly number[]): readonly string[] {
  const packed = budgets.map((budget) => `packed-functions@${budget}`)
  return ['file-acc@5', 'file-acc@10', 'file-mrr', 'function-acc@10', ...packed]
}

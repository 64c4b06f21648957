import type { CaseSource } from '../cases/evaluation-case.ts'
import type { CaseResult } from '../run/run-evaluation.ts'

/** Mean results over some cases. */
export interface ResultSummary {
  /** Absent: cases from all sources. */
  readonly source?: CaseSource
  /** Absent: cases from all repositories. */
  readonly repository?: string
  readonly cases: number
  /** Cases on which the system failed; each counts as if nothing was found. */
  readonly failures: number
  /** Means by measure, in the order of measuring. */
  readonly means: Readonly<Record<string, MeasureMean>>
}

/** A mean, and the number of cases it covers. */
export interface MeasureMean {
  readonly mean: number
  /** Number of cases that have the measure. */
  readonly cases: number
}

/**
 * Returns means by source and repository, by source, and over all cases, in this order; sorted by name within each
 * group. A group with the same cases as a larger one is listed too, so that a reader always finds its row. Besides the
 * mean over cases, `packed-functions-pooled@…` is the share of all gold functions together.
 */
export function summarise(results: readonly CaseResult[]): readonly ResultSummary[] {
  const sources = unique(results.map(({ source }) => source))
  const narrow = sources.flatMap((source) =>
    unique(results.flatMap((result) => (result.source === source ? result.repository : []))).map((repository) =>
      summary(
        results.filter((result) => result.source === source && result.repository === repository),
        { source, repository },
      ),
    ),
  )
  const bySource = sources.map((source) =>
    summary(
      results.filter((result) => result.source === source),
      { source },
    ),
  )
  return [...narrow, ...bySource, summary(results, {})]
}

function summary(
  results: readonly CaseResult[],
  group: { readonly source?: CaseSource; readonly repository?: string },
): ResultSummary {
  const names = new Set(results.flatMap(({ measures }) => Object.keys(measures)))
  const means: Record<string, MeasureMean> = {}
  for (const name of names) {
    const having = results.flatMap(({ measures, goldFunctions }) => {
      const value = measures[name]
      return value === undefined ? [] : [{ value, weight: goldFunctions }]
    })
    means[name] = { mean: sum(having.map(({ value }) => value)) / having.length, cases: having.length }
    if (!name.startsWith('packed-functions@')) continue
    const weights = sum(having.map(({ weight }) => weight))
    means[name.replace('@', '-pooled@')] = {
      mean: sum(having.map(({ value, weight }) => value * weight)) / weights,
      cases: having.length,
    }
  }
  const failures = results.filter(({ failure }) => failure !== undefined).length
  return { ...group, cases: results.length, failures, means }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function unique<T extends string>(values: readonly T[]): readonly T[] {
  return [...new Set(values)].sort()
}

import type { SystemResults } from '../run/run-evaluation.ts'
import { clusteredBootstrap, type BootstrapInterval, type BootstrapOptions } from './clustered-bootstrap.ts'
import { exactMcNemar, type DiscordantPairs } from './mcnemar.ts'

/** Comparison of two systems by one measure, over the cases for which both have it. */
export interface MeasureComparison {
  readonly measure: string
  readonly cases: number
  readonly firstMean: number
  readonly secondMean: number
  /** Second minus first, with an interval that resamples whole repositories. */
  readonly difference: BootstrapInterval
  /** Present only for measures that are always 0 or 1. */
  readonly mcnemar?: DiscordantPairs & { readonly p: number }
}

/** A comparison of two systems. */
export interface SystemComparison {
  readonly first: string
  readonly second: string
  /** In the order of the requested measures; those that no case has are omitted. */
  readonly measures: readonly MeasureComparison[]
}

/** Compares two systems case by case. Omits cases that only one of them has. */
export function compareSystems(
  first: SystemResults,
  second: SystemResults,
  options: BootstrapOptions & { readonly measures: readonly string[] },
): SystemComparison {
  const others = new Map(second.results.map((result) => [result.id, result]))
  const pairs = first.results.flatMap((result) => {
    const other = others.get(result.id)
    return other === undefined ? [] : [{ repository: result.repository, a: result.measures, b: other.measures }]
  })
  return {
    first: first.name,
    second: second.name,
    measures: options.measures.flatMap((measure) => {
      const values = pairs.flatMap(({ repository, a, b }) => {
        const [left, right] = [a[measure], b[measure]]
        return left === undefined || right === undefined ? [] : [{ repository, left, right }]
      })
      const difference = clusteredBootstrap(
        values.map(({ repository, left, right }) => ({ cluster: repository, value: right - left })),
        options,
      )
      if (difference === undefined) return []
      const binary = values.every(({ left, right }) => isBinary(left) && isBinary(right))
      const onlyFirst = values.filter(({ left, right }) => left > right).length
      const onlySecond = values.filter(({ left, right }) => left < right).length
      return [
        {
          measure,
          cases: values.length,
          firstMean: mean(values.map(({ left }) => left)),
          secondMean: mean(values.map(({ right }) => right)),
          difference,
          ...(binary && { mcnemar: { onlyFirst, onlySecond, p: exactMcNemar({ onlyFirst, onlySecond }) } }),
        },
      ]
    }),
  }
}

function isBinary(value: number): boolean {
  return value === 0 || value === 1
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

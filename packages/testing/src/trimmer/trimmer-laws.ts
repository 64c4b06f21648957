import type { TokenBudget, Trimmer } from '@chronicle/core/contracts'
import { omitUndefined, type ReadOutput, type ReadRegion } from '@chronicle/schema'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { declareLaws } from '../law.ts'
import { readOutputArbitrary } from '../read-output/read-output-arbitrary.ts'

/**
 * A measure of the size of an output. The text it measures must not get shorter when something is added to the output.
 */
export interface TokenMeasure {
  readonly name: string
  measure(output: ReadOutput): number
}

/** The options of the trimmer laws. */
export interface TrimmerLawOptions {
  /** Number of runs of each law. Default 200. */
  readonly runs?: number | undefined
  /** The answers to trim. Default: realistic and hostile answers. */
  readonly outputs?: fc.Arbitrary<ReadOutput> | undefined
  /** The measures. Default: the characters, the words and a quarter of the characters of plain JSON. */
  readonly measures?: readonly TokenMeasure[] | undefined
}

/** Declares the laws of the `Trimmer` seam as tests of the surrounding suite. */
export function trimmerLaws(trimmer: Trimmer, options: TrimmerLawOptions = {}): void {
  declareLaws(`trimmer ${trimmer.name} obeys the laws`, trimmerProperties(trimmer, options), options.runs ?? 200)
}

/** Returns the laws as properties, for a test that expects one to fail. */
export function trimmerProperties(
  trimmer: Trimmer,
  options: TrimmerLawOptions = {},
): readonly { readonly name: string; readonly property: fc.IProperty<[Trimming]> }[] {
  const cases = trimmings(options.outputs ?? readOutputArbitrary(), options.measures ?? PLAIN_MEASURES)
  return Object.entries(laws).map(([name, law]) => ({
    name,
    property: fc.property(cases, (trimming) => law(trimming, trimmer.trim(trimming.output, trimming.budget), trimmer)),
  }))
}

type Law = (trimming: Trimming, trimmed: ReadOutput, trimmer: Trimmer) => void

const laws: Readonly<Record<string, Law>> = {
  'what fits comes back as it is': ({ output, budget }, trimmed) => {
    if (budget.measure(output) <= budget.maxTokens) expect(trimmed).toEqual(output)
    else expect(trimmed.trimmed).not.toBeNull()
  },
  'the result fits, unless not even a skeleton does': ({ output, budget }, trimmed) => {
    if (trimmed.trimmed?.over_budget === true) {
      expect(contentOf(trimmed)).toEqual([[], [], [], []])
      expect(budget.measure(skeletonOf(output, trimmed, budget))).toBeGreaterThan(budget.maxTokens)
    } else expect(budget.measure(trimmed)).toBeLessThanOrEqual(budget.maxTokens)
  },
  'every region kept has its intent and constraints, and says nothing new': ({ output }, trimmed) => {
    const originals = subsequence(trimmed.regions, output.regions, isReducedRegion)
    expect(originals, 'regions are some of the original ones, in order').toBeDefined()
  },
  'outside regions nothing is new, and stats stay, and the query but for a shorter commit id and its budget': (
    { output },
    trimmed,
  ) => {
    for (const list of ['dependencies_on_this', 'cross_cutting', 'held_by_tests', 'diagnostics', 'resolved'] as const) {
      const left: readonly object[] = trimmed[list] ?? []
      expect(subsequence<object>(left, output[list] ?? [], isEqual), list).toBeDefined()
    }
    const { commit, max_tokens, ...asked } = output.query
    const { commit: named, max_tokens: echoed = max_tokens, ...echo } = trimmed.query
    expect(echo).toEqual(asked)
    expect(echoed).toBe(max_tokens)
    expect(commit.startsWith(named) && named.length >= Math.min(SHORTEST_COMMIT, commit.length)).toBe(true)
    expect({ ...trimmed.stats, regions_returned: 0 }).toEqual({ ...output.stats, regions_returned: 0 })
    expect(trimmed.ambiguous_anchor).toBe(output.ambiguous_anchor)
  },
  'the notice tells what went': ({ output, budget }, trimmed, { name }) => {
    const { trimmed: notice } = trimmed
    if (notice === null) return
    expect(notice.strategy).toBe(name)
    expect(notice.original_regions).toBe(output.regions.length)
    expect(notice.returned_regions).toBe(trimmed.regions.length)
    expect(notice.estimated_tokens).toBe(budget.measure(trimmed))
    expect(new Set(notice.dropped_commits).size).toBe(notice.dropped_commits.length)
    for (const commit of notice.dropped_commits) {
      expect(regionsOf(commit, output)).toBeGreaterThan(regionsOf(commit, trimmed))
    }
    if (trimmed.regions.length < output.regions.length) expect(notice.dropped_commits).not.toEqual([])
  },
  'trimming again changes nothing': ({ budget }, trimmed, trimmer) => {
    expect(trimmer.trim(trimmed, budget)).toEqual(trimmed)
  },
  'a smaller budget afterwards is kept too, and everything is told': ({ output, budget }, trimmed, trimmer) => {
    const smaller = { ...budget, maxTokens: Math.floor(budget.maxTokens / 2) }
    const again = trimmer.trim(trimmed, smaller)
    if (again.trimmed === null) return
    expect(again.trimmed.original_regions).toBe(output.regions.length)
    if (again.trimmed.over_budget !== true) expect(budget.measure(again)).toBeLessThanOrEqual(smaller.maxTokens)
  },
  'of two budgets the smaller one gives no longer answer': ({ output, budget }, trimmed, trimmer) => {
    for (const share of [0.99, 0.9, 0.5]) {
      const smaller = { ...budget, maxTokens: Math.floor(budget.maxTokens * share) }
      const other = trimmer.trim(output, smaller)
      // The mark `over_budget` itself takes room when nothing is left to withhold.
      if (other.trimmed?.over_budget === true) continue
      expect(budget.measure(other)).toBeLessThanOrEqual(budget.measure(trimmed))
    }
  },
  'equal outputs are trimmed equally, and are not changed': ({ output, budget }, trimmed, trimmer) => {
    const copy = structuredClone(output)
    expect(trimmer.trim(copy, budget)).toEqual(trimmed)
    expect(copy).toEqual(output)
  },
}

/** Minimum number of digits of an abbreviated commit id: git's default. */
const SHORTEST_COMMIT = 7

/** One output and a budget for it. */
export interface Trimming {
  readonly output: ReadOutput
  readonly budget: TokenBudget
}

/** Generates budgets of every size, most of them where trimming has to choose. */
function trimmings(outputs: fc.Arbitrary<ReadOutput>, measures: readonly TokenMeasure[]): fc.Arbitrary<Trimming> {
  const share = fc.integer({ min: 1, max: 110 }).map((percent) => ({ percent }))
  const fixed = fc.oneof(fc.integer({ min: 50, max: 1000 }), fc.integer({ min: 50, max: 50_000 }))
  const size = fc.oneof({ weight: 3, arbitrary: share }, { weight: 1, arbitrary: fixed.map((tokens) => ({ tokens })) })
  return fc.tuple(outputs, fc.constantFrom(...measures), size).map(([output, chosen, wanted]) => {
    const measure = (measured: ReadOutput): number => chosen.measure(measured)
    const maxTokens = 'tokens' in wanted ? wanted.tokens : Math.ceil((measure(output) * wanted.percent) / 100)
    return {
      output,
      budget: { maxTokens, measure },
      [fc.toStringMethod]: () => `${maxTokens} ${chosen.name} for ${fc.stringify(output)}`,
    }
  })
}

const PLAIN_MEASURES: readonly TokenMeasure[] = [
  { name: 'characters', measure: (output) => JSON.stringify(output).length },
  { name: 'words', measure: (output) => JSON.stringify(output).split(/\W+/u).length },
  { name: 'quarters of characters', measure: (output) => Math.ceil(JSON.stringify(output).length / 4) },
]

/** Returns the minimal answer: the query, the stats, the numbers of withheld entries, and the remedy. */
function skeletonOf(output: ReadOutput, trimmed: ReadOutput, { maxTokens }: TokenBudget): ReadOutput {
  const { resolved: _, held_by_tests: __, ...rest } = output
  return {
    ...rest,
    regions: [],
    dependencies_on_this: [],
    cross_cutting: [],
    diagnostics: [],
    stats: { ...output.stats, regions_returned: 0 },
    trimmed: {
      original_regions: output.regions.length,
      returned_regions: 0,
      dropped_commits: (trimmed.trimmed?.dropped_commits ?? []).slice(0, 1),
      strategy: trimmed.trimmed?.strategy ?? '',
      estimated_tokens: maxTokens,
      dropped_entries: countsOf(output),
      ...omitUndefined({ remedy: trimmed.trimmed?.remedy }),
    },
  }
}

/** Returns the number of entries of each list. */
function countsOf(output: ReadOutput): Readonly<Record<string, number>> {
  const counts = {
    dependencies_on_this: output.dependencies_on_this.length,
    cross_cutting: output.cross_cutting.length,
    held_by_tests: output.held_by_tests?.length ?? 0,
    diagnostics: output.diagnostics.length,
    resolved: output.resolved?.length ?? 0,
    dropped_commits: new Set(output.regions.map(({ commit }) => commit)).size - 1,
    dropped_fields: 0,
  }
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}

function contentOf(output: ReadOutput): readonly (readonly unknown[])[] {
  return [output.regions, output.dependencies_on_this, output.cross_cutting, output.diagnostics]
}

function regionsOf(commit: string, output: ReadOutput): number {
  return output.regions.filter((region) => region.commit.startsWith(commit)).length
}

/** Returns the counterparts of `part` in `whole`, in order; `undefined` if one has no counterpart. */
function subsequence<T>(
  part: readonly T[],
  whole: readonly T[],
  matches: (one: T, other: T) => boolean,
): readonly T[] | undefined {
  const found: T[] = []
  let position = 0
  for (const one of part) {
    while (position < whole.length && !matches(one, whole[position] as T)) position++
    if (position === whole.length) return undefined
    found.push(whole[position++] as T)
  }
  return found
}

/** Whether a region is the other with fields removed or shortened, but the same `intent` and `constraints`. */
function isReducedRegion(reduced: ReadRegion, original: ReadRegion): boolean {
  if (reduced.intent !== original.intent || !isEqual(reduced.constraints, original.constraints)) return false
  return isReduced(reduced, original) && reduced.commit === original.commit && reduced.file === original.file
}

function isReduced(reduced: unknown, original: unknown): boolean {
  if (typeof reduced === 'string' && typeof original === 'string') return original.includes(reduced)
  if (Array.isArray(reduced) && Array.isArray(original)) {
    return subsequence<unknown>(reduced, original, isReduced) !== undefined
  }
  if (isRecord(reduced) && isRecord(original)) {
    return Object.entries(reduced).every(([key, value]) => isReduced(value, original[key]))
  }
  return Object.is(reduced, original)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

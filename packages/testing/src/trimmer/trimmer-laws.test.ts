import type { Trimmer } from '@chronicle/core/contracts'
import { omitEmpty, type ReadOutput, type ReadRegion } from '@chronicle/schema'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readOutputArbitrary } from '../read-output/read-output-arbitrary.ts'
import { trimmerLaws, trimmerProperties } from './trimmer-laws.ts'

/** The simplest trimmer: it returns all or nothing. */
const allOrNothing: Trimmer = {
  name: 'all_or_nothing',
  trim(output, budget) {
    if (budget.measure(output) <= budget.maxTokens) return output
    const { resolved: _, held_by_tests: __, from_history: ___, ...rest } = output
    const skeleton = (estimated_tokens: number): ReadOutput => ({
      ...rest,
      regions: [],
      dependencies_on_this: [],
      cross_cutting: [],
      diagnostics: [],
      stats: { ...output.stats, regions_returned: 0 },
      trimmed: {
        original_regions: output.trimmed?.original_regions ?? output.regions.length,
        returned_regions: 0,
        dropped_commits: output.trimmed?.dropped_commits ?? output.regions.slice(0, 1).map(({ commit }) => commit),
        strategy: 'all_or_nothing',
        estimated_tokens,
        ...omitEmpty({ over_budget: over }),
      },
    })
    let over = false
    over = budget.measure(skeleton(budget.maxTokens)) > budget.maxTokens
    let tokens = 0
    for (let round = 0; round < 5; round++) tokens = budget.measure(skeleton(tokens))
    return skeleton(tokens)
  },
}

trimmerLaws(allOrNothing, { runs: 30 })

/** Returns a trimmer that alters the result of a correct one. */
function mutant(change: (trimmed: ReadOutput, output: ReadOutput) => ReadOutput): Trimmer {
  return { ...allOrNothing, trim: (output, budget) => change(allOrNothing.trim(output, budget), output) }
}

function withNotice(trimmed: ReadOutput, change: Partial<NonNullable<ReadOutput['trimmed']>>): ReadOutput {
  return trimmed.trimmed === null ? trimmed : { ...trimmed, trimmed: { ...trimmed.trimmed, ...change } }
}

const bare = ({ reasoning: _, ...region }: ReadRegion): ReadRegion => region

describe.each([
  { broken: 'the result fits', by: { ...allOrNothing, trim: (output: ReadOutput) => output } },
  { broken: 'what fits', by: mutant((trimmed) => ({ ...trimmed, regions: trimmed.regions.map(bare) })) },
  {
    broken: 'every region kept',
    by: mutant((trimmed) => ({
      ...trimmed,
      regions: trimmed.regions.map((region) => ({ ...region, constraints: [] })),
    })),
  },
  {
    broken: 'every region kept',
    by: mutant((trimmed) => ({ ...trimmed, regions: trimmed.regions.map((region) => ({ ...region, intent: 'x' })) })),
  },
  {
    broken: 'outside regions',
    by: mutant((trimmed) => ({ ...trimmed, query: { ...trimmed.query, depth: trimmed.query.depth + 1 } })),
  },
  {
    broken: 'outside regions',
    by: mutant((trimmed) => ({ ...trimmed, diagnostics: [{ code: 'x', severity: 'info', message: 'new' }] })),
  },
  { broken: 'the notice', by: mutant((trimmed) => withNotice(trimmed, { estimated_tokens: 1 })) },
  { broken: 'the notice', by: mutant((trimmed) => withNotice(trimmed, { original_regions: 1000 })) },
  { broken: 'the notice', by: mutant((trimmed) => withNotice(trimmed, { dropped_commits: ['never there'] })) },
  {
    broken: 'trimming again',
    by: mutant((trimmed, output) => withNotice(trimmed, { remedy: { value: output.trimmed === null ? 1 : 2 } })),
  },
  {
    broken: 'a smaller budget',
    by: mutant((trimmed, output) => withNotice(trimmed, { original_regions: output.regions.length })),
  },
  { broken: 'equal outputs', by: countingTrimmer() },
])('the law "$broken …"', ({ broken, by }) => {
  it('refuses a trimmer that breaks it', () => {
    const outputs = readOutputArbitrary({ content: 'realistic', maxRegions: 3 })
    const law = trimmerProperties(by, { outputs }).find(({ name }) => name.startsWith(broken))
    expect(law).toBeDefined()
    if (law !== undefined) expect(fc.check(law.property, { numRuns: 300, endOnFailure: true }).failed).toBe(true)
  })
})

/** Returns an impure trimmer, whose result differs with each call. */
function countingTrimmer(): Trimmer {
  let calls = 0
  return mutant((trimmed) => withNotice(trimmed, { remedy: { value: calls++ } }))
}

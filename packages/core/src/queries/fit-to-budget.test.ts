import { LOOKUP_OUTPUT_SCHEMA, READ_OUTPUT_SCHEMA, type LookupOutput, type ReadOutput } from '@chronicle/schema'
import { lookupOutputSchema } from '@chronicle/schema/validate'
import { readOutputArbitrary } from '@chronicle/testing'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesPerFour } from '../tokens/bytes-per-four.ts'
import { fitToBudget, type BudgetOptions } from './fit-to-budget.ts'
import { renderAnswer } from './render-answer.ts'

const [read] = fc.sample(
  readOutputArbitrary({ content: 'realistic' }).filter(({ regions }) => regions.length >= 3),
  { numRuns: 1, seed: 7 },
)

const lookup = (output: ReadOutput): LookupOutput => ({
  $schema: LOOKUP_OUTPUT_SCHEMA,
  query: { file: 'a.ts', at: 'WORKTREE', commit: 'c'.repeat(40) },
  regions: output.regions,
  dependents: [],
  cross_cutting: [],
  open_corrections: [],
  history: [],
  stats: { regions: output.regions.length, dependents: 0, history_steps: 0, open_corrections: 0 },
  diagnostics: [],
  trimmed: null,
})

describe('an answer from which a caller took entries', () => {
  const whole = read as ReadOutput
  const answer = lookup(whole)
  const length = (fitted: LookupOutput, { format = 'markdown', ...look }: Partial<BudgetOptions> = {}): number =>
    bytesPerFour().count(renderAnswer(fitted, format, look))

  it('keeps the budget in the format that it is rendered in', () => {
    for (const format of ['markdown', 'json', 'pretty'] as const) {
      const maxTokens = Math.floor(length(answer, { format }) / 2)
      const fitted = fitToBudget(answer, { maxTokens, format })
      expect(length(fitted, { format })).toBeLessThanOrEqual(maxTokens)
      expect(fitted.trimmed?.strategy).toBe('least_valuable_first')
      expect(fitted.regions.length).toBeLessThanOrEqual(answer.regions.length)
      expect(lookupOutputSchema.safeParse(fitted).success).toBe(true)
    }
  })

  it('is measured as markdown when nothing else is said', () => {
    const maxTokens = Math.floor(length(answer) / 2)
    expect(fitToBudget(answer, { maxTokens })).toEqual(fitToBudget(answer, { maxTokens, format: 'markdown' }))
  })

  it('loses nothing that it has room for', () => {
    const room = fitToBudget(answer, { maxTokens: 1e6 })
    expect(room.trimmed).toBeNull()
    expect(room.regions).toHaveLength(answer.regions.length)
  })

  it('counts the command that brings back what was withheld', () => {
    const look = { remedies: 'command' } as const
    const maxTokens = Math.floor(length(answer, look) / 2)
    expect(length(fitToBudget(answer, { maxTokens, ...look }), look)).toBeLessThanOrEqual(maxTokens)
  })

  it('is measured with the tokens of a model where they are given', () => {
    const asked: string[] = []
    const tokens = { name: 'words', count: (text: string): number => asked.push(text) * 0 }
    expect(fitToBudget(answer, { maxTokens: 1, tokens }).trimmed).toBeNull()
    expect(asked[0]).toBe(renderAnswer(fitToBudget(answer, { maxTokens: 1e6 }), 'markdown', {}))
  })

  it('is trimmed as the kind of answer that it is', () => {
    const maxTokens = Math.floor(bytesPerFour().count(renderAnswer(whole, 'markdown', {})) / 2)
    const fitted = fitToBudget(whole, { maxTokens })
    expect(fitted.$schema).toBe(READ_OUTPUT_SCHEMA)
    expect(bytesPerFour().count(renderAnswer(fitted, 'markdown', {}))).toBeLessThanOrEqual(maxTokens)
    expect(fitted.trimmed).toHaveProperty('original_regions', whole.regions.length)
  })
})

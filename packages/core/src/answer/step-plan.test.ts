import { DEPS_OUTPUT_SCHEMA, type DepsOutput, type HistoryReason } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { outputOf, regionOf } from '../../test/read-fixture.ts'
import { READ_ANSWER } from '../queries/read/read-answer.ts'
import { fitQuestion } from './fit-question.ts'
import { planOf, type AnswerStep } from './step-plan.ts'

const reason: HistoryReason = {
  origin: 'history',
  commit: 'c',
  timestamp: '2025-01-01T00:00:00Z',
  passages: [{ text: 'The caller must drain.' }, { text: 'The peer counts.' }],
}
const answer = {
  $schema: DEPS_OUTPUT_SCHEMA,
  dependents: [
    { nature: 'a', intent: 'A' },
    { nature: 'b', intent: 'B' },
  ],
  from_history: [reason],
  trimmed: null,
} as unknown as DepsOutput
const STEPS: readonly AnswerStep[] = [
  { drop: 'passage', step: { reason: 0, part: 1 } },
  { drop: 'field', list: 'dependents', field: 'intent' },
  { drop: 'entry', list: 'dependents', index: 1 },
  { drop: 'passage', step: { reason: 0, part: 0 } },
  { drop: 'entry', list: 'dependents', index: 0 },
  { drop: 'entry', list: 'files', index: 0 },
]
const plan = planOf<DepsOutput>(() => STEPS)(answer, { maxTokens: 100, fullTokens: 900 })
const notice = {
  strategy: 'least_valuable_first',
  estimated_tokens: 100,
  remedy: { option: 'maxTokens', value: 900 },
}

describe('a plan of steps', () => {
  it('withholds a field of one entry, or of an object in all of them', () => {
    const regions = [
      { unit: { name: 'a', size: 1 }, why: 'A' },
      { unit: { name: 'b', size: 2 }, why: 'B' },
      { why: 'C' },
    ]
    const steps: readonly AnswerStep[] = [
      { drop: 'field', list: 'dependents', field: 'unit.size' },
      { drop: 'field', list: 'dependents', field: 'why', index: 2 },
      { drop: 'entry', list: 'dependents', index: 0 },
      { drop: 'field', list: 'dependents', field: 'why', index: 1 },
    ]
    const whole = { ...answer, dependents: regions } as unknown as DepsOutput
    const byEntry = planOf<DepsOutput>(() => steps)(whole, { maxTokens: 100, fullTokens: 900 })
    const shown = (count: number): unknown => byEntry.without(count).dependents
    expect(shown(1)).toEqual([{ unit: { name: 'a' }, why: 'A' }, { unit: { name: 'b' }, why: 'B' }, { why: 'C' }])
    expect(shown(2)).toEqual([{ unit: { name: 'a' }, why: 'A' }, { unit: { name: 'b' }, why: 'B' }, {}])
    expect(shown(4)).toEqual([{ unit: { name: 'b' } }, {}])
    expect(byEntry.without(4).trimmed).toMatchObject({
      withheld: { dependents: 1 },
      withheld_fields: ['dependents.unit.size', 'dependents.why'],
    })
  })

  it('takes them one after the other, and says what it took', () => {
    const { length } = plan
    expect(length).toBe(6)
    expect(plan.without(0)).toEqual({ ...answer, trimmed: { ...notice, withheld: {} } })
    expect(plan.without(1)).toEqual({
      ...answer,
      from_history: [{ ...reason, passages: [{ text: 'The caller must drain.' }] }],
      trimmed: { ...notice, withheld: { from_history: 1 } },
    })
    expect(plan.without(3)).toEqual({
      ...answer,
      dependents: [{ nature: 'a' }],
      from_history: [{ ...reason, passages: [{ text: 'The caller must drain.' }] }],
      trimmed: { ...notice, withheld: { from_history: 1, dependents: 1 }, withheld_fields: ['dependents.intent'] },
    })
    expect(plan.without(4)).not.toHaveProperty('from_history')
    expect(plan.without(6)).toMatchObject({
      dependents: [],
      files: [],
      trimmed: { withheld: { dependents: 2, files: 1 } },
    })
  })

  it('takes from each list what is meant of it', () => {
    const steps: readonly AnswerStep[] = [
      { drop: 'entry', list: 'files', index: 0 },
      { drop: 'field', list: 'files', field: 'intent' },
      { drop: 'entry', list: 'dependents', index: 1 },
    ]
    const more = { ...answer, files: [{ intent: 'x' }, { intent: 'y', path: 'b.ts' }] } as unknown as DepsOutput
    expect(planOf<DepsOutput>(() => steps)(more, { maxTokens: 1, fullTokens: 2 }).without(3)).toMatchObject({
      files: [{ path: 'b.ts' }],
      dependents: [{ nature: 'a', intent: 'A' }],
    })
  })

  it('puts back the passages that stand alone', () => {
    expect(plan.independent).toEqual([0, 3])
    const restored = plan.without(4, new Set([3])) as unknown as { readonly from_history: readonly HistoryReason[] }
    expect(restored.from_history[0]?.passages).toEqual([{ text: 'The caller must drain.' }])
  })

  it('ends over its budget with a notice, and a shorter one', () => {
    const withheld = { from_history: 2, dependents: 2, files: 1 }
    const trimmed = plan.overBudget.map((each) => each.trimmed)
    expect(trimmed).toEqual([
      { ...notice, withheld, withheld_fields: ['dependents.intent'], over_budget: true },
      { ...notice, withheld, over_budget: true },
    ])
    expect(plan.overBudget.map(({ dependents }) => dependents)).toEqual([[], []])
    const { from_history: _, ...plain } = answer as unknown as Record<string, unknown>
    const without = planOf<DepsOutput>(() => STEPS)(plain as unknown as DepsOutput, { maxTokens: 1, fullTokens: 2 })
    expect(without.without(1)).not.toHaveProperty('from_history')
  })
})

describe('the last step of a question', () => {
  const twice = [regionOf({ reasoning: 'Because.' }), regionOf({ commit: 'b'.repeat(40), reasoning: 'Because.' })]
  const output = outputOf({ regions: twice })
  const tokens = { name: 'characters', count: (text: string) => text.length }
  const reasons = (fitted: typeof output): unknown => fitted.regions.map(({ reasoning }) => reasoning)

  it('says once what the answer says twice, unless all of it is asked for', () => {
    expect(reasons(fitQuestion(output, READ_ANSWER, {}, { tokens }))).toEqual(['Because.', undefined])
    expect(reasons(fitQuestion(output, READ_ANSWER, { verbose: true }, { tokens }))).toEqual(['Because.', 'Because.'])
    const { removeRepetition: _, ...plain } = READ_ANSWER
    expect(reasons(fitQuestion(output, plain, {}, { tokens }))).toEqual(['Because.', 'Because.'])
  })

  it('measures the answer as it is shown', () => {
    const looks: unknown[] = []
    const format = (_: unknown, look: unknown): string => {
      looks.push(look)
      return 'x'
    }
    fitQuestion(output, READ_ANSWER, { maxTokens: 1, verbose: true, remedies: 'command' }, { tokens, format })
    expect(looks).toEqual([{ verbose: true, remedies: 'command' }])
    looks.length = 0
    fitQuestion(output, READ_ANSWER, { maxTokens: 1 }, { tokens, format })
    expect(looks).toEqual([{ verbose: false, remedies: 'none' }])
  })

  it('fits the answer by its own plan, in markdown, or as it is told', () => {
    const whole = fitQuestion(output, READ_ANSWER, { maxTokens: 100_000 }, { tokens })
    expect(whole.regions).toHaveLength(2)
    expect(fitQuestion(output, READ_ANSWER, { maxTokens: 280 }, { tokens }).trimmed).not.toBeNull()
    const json = fitQuestion(output, READ_ANSWER, { maxTokens: 700, format: 'json' }, { tokens })
    expect(json.regions.length).toBeLessThan(2)
    const none = fitQuestion(
      output,
      READ_ANSWER,
      { maxTokens: 1 },
      { tokens, trim: (part) => ({ ...part, regions: [] }) },
    )
    expect(none).toMatchObject({ regions: [], trimmed: null })
  })
})

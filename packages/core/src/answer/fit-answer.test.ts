import type { ReadOutput } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { outputOf } from '../../test/read-fixture.ts'
import { fitAnswer } from './fit-answer.ts'
import type { StepPlan } from './step-plan.ts'

/** Creates an answer that contains only diagnostics. */
function answerOf(lines: number): ReadOutput {
  return outputOf({
    diagnostics: Array.from({ length: lines }, (_, line) => ({ code: 'x', severity: 'info', message: `${line}` })),
  })
}

/** Withholds one diagnostic after the other, starting with the first. */
function planOf(answer: ReadOutput): StepPlan<ReadOutput> {
  const { diagnostics } = answer
  const without = (count: number, restored: ReadonlySet<number> = new Set()): ReadOutput => ({
    ...answer,
    diagnostics: diagnostics.filter((_, position) => position >= count || restored.has(position)),
    trimmed: {
      original_regions: 0,
      returned_regions: 0,
      dropped_commits: [],
      strategy: 'first_first',
      estimated_tokens: 0,
      remedy: { option: 'maxTokens', value: 0 },
    },
  })
  const least = without(diagnostics.length)
  const overBudget =
    least.trimmed === null ? [] : [{ ...least, trimmed: { ...least.trimmed, over_budget: true as const } }]
  return { length: diagnostics.length, without, overBudget }
}

const left = ({ diagnostics }: ReadOutput): readonly string[] => diagnostics.map(({ message }) => message)

describe('an answer that must fit', () => {
  it('stays as it is when it has exactly the room', () => {
    const answer = answerOf(3)
    expect(fitAnswer(answer, planOf, { maxTokens: 3, measure: ({ diagnostics }) => diagnostics.length })).toBe(answer)
  })

  it('loses as few of its parts as that takes, those first that are missed least', () => {
    const measure = ({ diagnostics, trimmed }: ReadOutput): number => diagnostics.length + (trimmed === null ? 0 : 1)
    for (const [parts, room, kept] of [
      [3, 2, ['2']],
      [9, 5, ['5', '6', '7', '8']],
      [200, 1, []],
      [200, 4, ['197', '198', '199']],
    ] as const)
      expect(left(fitAnswer(answerOf(parts), planOf, { maxTokens: room, measure }))).toEqual(kept)
  })

  it('takes as many as a notice needs that grows with what it speaks of', () => {
    // Naming a withheld part costs nearly as much as it saves, so the answer fits much earlier without its notice.
    const measure = ({ diagnostics, trimmed }: ReadOutput): number =>
      10 * diagnostics.length + (trimmed === null ? 0 : 9 * (100 - diagnostics.length))
    const fitted = fitAnswer(answerOf(100), planOf, { maxTokens: 930, measure })
    expect(left(fitted)).toHaveLength(30)
  })

  it('uses the room that is left for what can stand alone, the most valuable first', () => {
    const size = [8, 1, 1, 4, 20]
    const measure = ({ diagnostics }: ReadOutput): number =>
      diagnostics.reduce((sum, { message }) => sum + (size[Number(message)] ?? 0), 0)
    const plan = (answer: ReadOutput): StepPlan<ReadOutput> => ({ ...planOf(answer), independent: [0, 1, 2, 3] })
    expect(left(fitAnswer(answerOf(5), plan, { maxTokens: 20, measure }))).toEqual(['4'])
    expect(left(fitAnswer(answerOf(5), plan, { maxTokens: 21, measure }))).toEqual(['2', '4'])
    expect(left(fitAnswer(answerOf(5), plan, { maxTokens: 23, measure }))).toEqual(['1', '2', '4'])
    expect(left(fitAnswer(answerOf(5), plan, { maxTokens: 24, measure }))).toEqual(['3', '4'])
    expect(left(fitAnswer(answerOf(5), plan, { maxTokens: 32, measure }))).toEqual(['1', '2', '3', '4'])
    const recorded = (answer: ReadOutput): StepPlan<ReadOutput> => ({
      ...plan(answer),
      recorded: new Set([3]),
    })
    expect(left(fitAnswer(answerOf(5), recorded, { maxTokens: 23, measure }))).toEqual(['4'])
    expect(left(fitAnswer(answerOf(5), recorded, { maxTokens: 24, measure }))).toEqual(['3', '4'])
    expect(left(fitAnswer(answerOf(5), recorded, { maxTokens: 25, measure }))).toEqual(['2', '3', '4'])
  })

  it('is marked when nothing of it fits, and is then left alone', () => {
    const measure = (): number => 7
    const marked = fitAnswer(answerOf(3), planOf, { maxTokens: 5, measure })
    expect(marked.trimmed).toMatchObject({ over_budget: true, estimated_tokens: 7 })
    expect(fitAnswer(marked, planOf, { maxTokens: 5, measure })).toBe(marked)
  })

  it('is marked in the first form that is no longer than all that was taken, or else in the last', () => {
    const forms = (answer: ReadOutput): StepPlan<ReadOutput> => {
      const plan = planOf(answer)
      const [least] = plan.overBudget
      const form = (strategy: string): ReadOutput[] =>
        least === undefined || least.trimmed === null ? [] : [{ ...least, trimmed: { ...least.trimmed, strategy } }]
      return { ...plan, overBudget: ['long', 'short', 'shortest'].flatMap(form) }
    }
    const sizes =
      (size: Readonly<Record<string, number>>) =>
      (output: ReadOutput): number =>
        size[output.trimmed?.strategy ?? ''] ?? 50
    const marked = (size: Readonly<Record<string, number>>): string | undefined =>
      fitAnswer(answerOf(3), forms, { maxTokens: 5, measure: sizes(size) }).trimmed?.strategy
    expect(marked({ long: 50 })).toBe('long')
    expect(marked({ long: 51, short: 50 })).toBe('short')
    expect(marked({ long: 53, short: 52, shortest: 51 })).toBe('shortest')
  })

  it('is not marked when a shorter form of its notice fits', () => {
    const forms = (answer: ReadOutput): StepPlan<ReadOutput> => {
      const plan = planOf(answer)
      const shorter = plan.overBudget.flatMap((each) =>
        each.trimmed === null ? [] : [{ ...each, trimmed: { ...each.trimmed, strategy: 'short' } }],
      )
      return { ...plan, overBudget: [...plan.overBudget, ...shorter] }
    }
    const measure = ({ trimmed }: ReadOutput): number => (trimmed?.strategy === 'short' ? 5 : 50)
    const { trimmed } = fitAnswer(answerOf(3), forms, { maxTokens: 5, measure })
    expect(trimmed).toMatchObject({ strategy: 'short', estimated_tokens: 5 })
    expect(trimmed).not.toHaveProperty('over_budget')
  })
})

describe('the count in the notice of a trimmed answer', () => {
  /** The plan receives a budget that the whole answer would fit. */
  it('comes with the room that the whole answer takes, in hundreds', () => {
    const rooms = [1, 90, 91, 1234].map((size) => {
      const seen: number[] = []
      const plan = (answer: ReadOutput, { fullTokens }: { readonly fullTokens: number }): StepPlan<ReadOutput> => {
        seen.push(fullTokens)
        return planOf(answer)
      }
      fitAnswer(answerOf(1), plan, { maxTokens: 0, measure: ({ diagnostics }) => size * diagnostics.length })
      return seen
    })
    expect(rooms).toEqual([[100], [100], [200], [1300]])
  })

  /**
   * A measure for which each additional digit in the text adds a digit to the count: the slowest possible convergence.
   */
  const slow =
    (digits: number) =>
    ({ diagnostics, trimmed }: ReadOutput): number =>
      diagnostics.length > 0 ? 1e12 : 10 ** Math.min(digits, String(trimmed?.estimated_tokens ?? 0).length)

  it.each([1, 4, 8])('is that of the text that holds it, when it settles at %d digits', (digits) => {
    const measure = slow(digits)
    const fitted = fitAnswer(answerOf(1), planOf, { maxTokens: 1e11, measure })
    expect(fitted.trimmed?.estimated_tokens).toBe(10 ** digits)
    expect(measure(fitted)).toBe(10 ** digits)
  })

  it('is the larger one for a counter that never agrees with itself, which is asked a bounded number of times', () => {
    let asked = 0
    const measure = ({ diagnostics, trimmed }: ReadOutput): number => {
      asked++
      if (diagnostics.length > 0) return 100
      return trimmed?.estimated_tokens === 7 ? 5 : 7
    }
    const fitted = fitAnswer(answerOf(1), planOf, { maxTokens: 50, measure })
    expect(fitted.trimmed?.estimated_tokens).toBe(7)
    expect(asked).toBeLessThan(20)
  })
})

import type { Finding, ReadRegion } from '@chronicle/schema'
import { describe, expect, test } from 'vitest'
import { advise, type AdviceFacts } from './advise.ts'
import type { StatedText } from './stated-text.ts'

const COMMIT = 'b'.repeat(40)
const EARLIER = 'a'.repeat(40)
const stated = (text: string, field: StatedText['field'] = 'intent'): StatedText => ({
  ...{ where: `regions[0].${field}`, field, text, file: 'src/pool.ts', anchor: 'Pool::acquire' },
  signature: 'acquire(limit: number): number',
})
const NOTHING: AdviceFacts = {
  commit: COMMIT,
  changedAt: () => ({ subject: 'Raise the limit to eight', changed: ['src/pool.ts', 'return Math.min(limit, 8)'] }),
  recordedAt: () => [],
  touched: [],
}
const recorded = (constraint: string): ReadRegion =>
  ({
    ...{ commit: EARLIER, intent: 'Share connections', constraints: [{ text: constraint, source: 'author' }] },
    ast_anchor: { type: 'method', name: 'Pool::acquire' },
  }) as unknown as ReadRegion
const touches = (text: string, more: Partial<Finding> = {}): Finding => ({
  ...{ id: '1', kind: 'constraint', risk: 'high', score: 1, file: 'src/pool.ts', anchor: 'acquire', text },
  ...{ confidence: 1, commit: EARLIER, ...more },
})

describe('advise', () => {
  test('says what only repeats the subject, the changed lines or the signature', () => {
    const advice = advise(
      [stated('Raises the limit to eight.'), stated('limit must be a number', 'constraints')],
      NOTHING,
    )
    expect(advice.map(({ kind, where }) => [kind, where])).toEqual([
      ['repeats_change', 'regions[0].intent'],
      ['repeats_change', 'regions[0].constraints'],
    ])
    expect(advice[0]?.correct).toEqual({
      ...{ commit: COMMIT, file: 'src/pool.ts', anchor: 'Pool::acquire', field: 'intent' },
      value: 'Raises the limit to eight.',
    })
  })

  test('says nothing of a rejected alternative, which shares its words with what was done instead', () => {
    expect(advise([stated('Remove the limit instead', 'rejected_alternatives')], NOTHING)).toEqual([])
  })

  test('says nothing of a reason, nor of code that the commit did not change', () => {
    const reason = stated('Eight connections are what the new database plan allows.')
    expect(advise([reason], NOTHING)).toEqual([])
    expect(advise([stated('Raises the limit to eight.')], { ...NOTHING, changedAt: () => undefined })).toEqual([])
  })

  test('says what is recorded already in nearly the same words, but not what says the opposite', () => {
    const facts = { ...NOTHING, recordedAt: () => [recorded('Callers may hold a connection across requests')] }
    const again = advise([stated('A caller may hold connections across requests', 'constraints')], facts)
    expect(again).toMatchObject([{ kind: 'recorded_already' }])
    expect(again[0]?.message).toContain(`on ${EARLIER.slice(0, 12)} (Pool::acquire)`)
    expect(advise([stated('A caller may not hold connections across requests', 'constraints')], facts)).toEqual([])
  })

  test('names recorded constraints of the same unit that the change touches', () => {
    const facts = {
      ...NOTHING,
      touched: [touches('Never more than four'), touches('Of another', { anchor: 'release' })],
    }
    const advice = advise([stated('The new plan allows eight connections')], facts)
    expect(advice).toMatchObject([
      {
        kind: 'constraint_in_doubt',
        text: 'Never more than four',
        correct: { commit: EARLIER, file: 'src/pool.ts', anchor: 'acquire', field: 'constraints' },
      },
    ])
  })

  test('leaves out constraints that are stated again, and those of the commit itself', () => {
    const text = 'Connections never outlive their transaction'
    const again = advise([stated(text, 'constraints')], { ...NOTHING, touched: [touches(text)] })
    expect(again).toEqual([])
    const own = advise([stated('The plan allows it')], { ...NOTHING, touched: [touches(text, { commit: COMMIT })] })
    expect(own).toEqual([])
  })

  test('has no command for what is not stored yet', () => {
    const { commit: _, ...kept } = NOTHING
    const [advice] = advise([stated('Raises the limit to eight.')], kept)
    expect(advice?.kind).toBe('repeats_change')
    expect(advice?.correct).toBeUndefined()
  })
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseParts, type FileSelection, type PackingCandidate } from './choose-parts.ts'
import { PART_OVERHEAD } from './file-parts.ts'

/** Creates a file with parts of the given sizes, the first one the likeliest. */
function file(rank: number, sizes: readonly number[], overhead = 10): PackingCandidate {
  let line = 1
  return {
    rank,
    overhead,
    parts: sizes.map((tokens) => ({ lines: { start: line, end: (line += 10) - 1 }, tokens })),
    scores: [],
    named: new Set<number>(),
    scraps: new Map<number, string>(),
    textOf: () => '',
    partRanks: sizes.map((_, index) => index + 1),
    wholeTokens: sizes.reduce((sum, size) => sum + size, 0),
  }
}

function costOf(candidates: readonly PackingCandidate[], chosen: readonly FileSelection[]): number {
  return candidates.reduce((sum, { overhead, parts, wholeTokens }, index) => {
    const { whole = false, parts: picked = new Set<number>() } = chosen[index] ?? {}
    if (whole) return sum + overhead + wholeTokens
    const tokens = [...picked].reduce((of, part) => of + (parts[part]?.tokens ?? 0), 0)
    const joints = [...picked].filter((part) => picked.has(part + 1)).length
    return sum + (picked.size === 0 ? 0 : overhead + tokens - joints * (PART_OVERHEAD - 1))
  }, 0)
}

describe('the parts that are chosen', () => {
  it('never cost more than the budget', () => {
    const sizes = fc.array(fc.integer({ min: PART_OVERHEAD, max: 2_000 }), { maxLength: 12 })
    fc.assert(
      fc.property(fc.array(sizes, { maxLength: 12 }), fc.nat({ max: 20_000 }), (files, budget) => {
        const candidates = files.map((of, index) => file(index + 1, of))
        expect(costOf(candidates, chooseParts(candidates, budget))).toBeLessThanOrEqual(budget)
      }),
    )
  })

  it('share a heading with their neighbours, which leaves tokens for more', () => {
    const sizes = [500, 500, 500, 9_000]
    const [first] = chooseParts([file(1, sizes)], 1_500 + 10 - 2 * (PART_OVERHEAD - 1))
    expect([...(first?.parts ?? [])]).toEqual([0, 1, 2])
  })

  it('are all where the budget holds all', () => {
    const candidates = [file(1, [500, 900, 30]), file(2, [700, 5])]
    for (const { whole, parts } of chooseParts(candidates, 100_000)) expect(whole || parts.size > 0).toBe(true)
    expect(chooseParts(candidates, 100_000).every(({ whole }) => whole)).toBe(true)
  })

  it('begin with the likeliest part of the best file', () => {
    const [first, second] = chooseParts([file(1, [1_000, 9_000]), file(2, [1_000, 9_000])], 1_200)
    expect([...(first?.parts ?? [])]).toEqual([0])
    expect(second?.parts.size).toBe(0)
  })

  it('pass over what does not fit and go on', () => {
    const [first, second] = chooseParts([file(1, [5_000, 5_000]), file(2, [400, 9_000])], 1_000)
    expect(first).toMatchObject({ whole: false })
    expect(first?.parts.size).toBe(0)
    expect([...(second?.parts ?? [])]).toEqual([0])
  })

  it('begin with what the task names, however unlikely', () => {
    const [first, second] = chooseParts(
      [file(1, [1_000, 9_000]), { ...file(2, [1_000, 900, 9_000]), named: new Set([1]) }],
      1_000,
    )
    expect(first?.parts.size).toBe(0)
    expect([...(second?.parts ?? [])]).toEqual([1])
  })

  it.each([
    ['uses(LIMIT)', [0, 1]],
    ['uses(LIMITS)', [0]],
  ])('have a scrap only if another one uses it: %s', (text, expected) => {
    const scraps = new Map([[1, 'LIMIT']])
    const [first] = chooseParts([{ ...file(1, [100, 5, 9_000]), scraps, textOf: () => text }], 1_000)
    expect([...(first?.parts ?? [])]).toEqual(expected)
  })

  it('have a scrap before what uses it', () => {
    const scraps = new Map([[0, 'LIMIT']])
    const [first] = chooseParts([{ ...file(1, [5, 100, 9_000]), scraps, textOf: () => 'uses(LIMIT)' }], 1_000)
    expect([...(first?.parts ?? [])]).toEqual([1, 0])
  })

  it('are the whole of a small file', () => {
    const [first] = chooseParts([file(1, [100, 100])], 1_000)
    expect(first?.whole).toBe(true)
  })

  it('are nothing where nothing is there', () => {
    expect(chooseParts([], 1_000)).toEqual([])
    expect(chooseParts([file(1, [])], 1_000)[0]?.parts.size).toBe(0)
  })
})

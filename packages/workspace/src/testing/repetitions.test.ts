import { describe, expect, it } from 'vitest'
import { spread } from './repetitions.ts'

describe('spread', () => {
  const values = Array.from({ length: 30 }, (_, index) => index)

  it('keeps as many as are asked for, the first and the last among them', () => {
    for (let count = 2; count <= 30; count++) {
      const kept = spread(values, count)
      expect(kept).toHaveLength(count)
      expect([kept.at(0), kept.at(-1)]).toEqual([0, 29])
    }
  })

  it('keeps them evenly apart and in order', () => {
    expect(spread(values, 4)).toEqual([0, 10, 19, 29])
  })

  it('keeps the first alone, or all', () => {
    expect(spread(values, 1)).toEqual([0])
    expect(spread(values, 31)).toBe(values)
  })
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSeededRandom, shuffle } from '../seeded-random.ts'
import { clusteredBootstrap } from './clustered-bootstrap.ts'
import { compareSystems } from './compare-systems.ts'
import { exactMcNemar } from './mcnemar.ts'

describe('exactMcNemar', () => {
  // Twice the lower tail of the binomial distribution with p = 1/2, calculated by hand.
  it.each([
    [0, 0, 1],
    [0, 1, 1],
    [0, 5, 2 / 32],
    [1, 5, 14 / 64],
    [3, 3, 1],
    [2, 8, (2 * (1 + 10 + 45)) / 1024],
  ])('of %i and %i is %d', (onlyFirst, onlySecond, p) => {
    expect(exactMcNemar({ onlyFirst, onlySecond })).toBeCloseTo(p, 12)
    expect(exactMcNemar({ onlyFirst: onlySecond, onlySecond: onlyFirst })).toBeCloseTo(p, 12)
  })

  it('holds for large numbers', () => {
    expect(exactMcNemar({ onlyFirst: 1000, onlySecond: 1000 })).toBe(1)
    // Compared with the normal approximation with continuity correction: |z| = 99 / sqrt(2100).
    expect(exactMcNemar({ onlyFirst: 1000, onlySecond: 1100 })).toBeCloseTo(0.0307, 3)
    expect(exactMcNemar({ onlyFirst: 0, onlySecond: 3000 })).toBe(0)
  })
})

describe('clusteredBootstrap', () => {
  const values = [0, 0, 0, 1, 1, 1, 1, 1].map((value, index) => ({ cluster: index < 3 ? 'a' : 'b', value }))

  it('draws whole clusters', () => {
    const interval = clusteredBootstrap(values, { random: createSeededRandom(1), samples: 500 })
    expect(interval).toEqual({ mean: 5 / 8, low: 0, high: 1, drawn: 'clusters', samples: 500 })
  })

  it('draws cases where there is one cluster', () => {
    const one = values.map(({ value }) => ({ cluster: 'a', value }))
    const interval = clusteredBootstrap(one, { random: createSeededRandom(1), samples: 2000 })
    expect(interval).toMatchObject({ mean: 5 / 8, drawn: 'cases' })
    expect(interval?.low).toBeCloseTo(0.25, 5)
    expect(interval?.high).toBeGreaterThanOrEqual(0.875)
  })

  it('gives equal intervals for equal seeds, which hold the mean', () => {
    const value = fc.record({
      cluster: fc.constantFrom('a', 'b', 'c'),
      value: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), fc.integer(), (drawn, seed) => {
        const [one, two] = [1, 2].map(() =>
          clusteredBootstrap(drawn, { random: createSeededRandom(seed), samples: 50, confidence: 1 }),
        )
        expect(one).toEqual(two)
        expect(one?.low).toBeLessThanOrEqual(one?.high ?? -1)
      }),
    )
  })

  it('has nothing to say of no values', () => {
    expect(clusteredBootstrap([], { random: () => 0 })).toBeUndefined()
  })
})

describe('compareSystems', () => {
  const system = (name: string, hits: readonly number[]) => ({
    name,
    results: hits.map((hit, index) => ({
      id: `case-${index}`,
      repository: index % 2 === 0 ? 'even' : 'odd',
      source: 'issue' as const,
      goldFunctions: 0,
      measures: { 'file-acc@5': hit, 'file-mrr': hit / 2 },
    })),
  })

  it('pairs the cases that both have', () => {
    const options = { random: createSeededRandom(7), samples: 200, measures: ['file-acc@5', 'file-mrr', 'none'] }
    const compared = compareSystems(system('a', [0, 0, 1, 0, 0, 0]), system('b', [1, 1, 0, 1, 0]), options)
    expect(compared).toMatchObject({ first: 'a', second: 'b' })
    expect(compared.measures.map(({ measure }) => measure)).toEqual(['file-acc@5', 'file-mrr'])
    const [accuracy, mrr] = compared.measures
    expect(accuracy).toMatchObject({
      cases: 5,
      firstMean: 0.2,
      secondMean: 0.6,
      mcnemar: { onlyFirst: 1, onlySecond: 3, p: 0.625 },
    })
    expect(accuracy?.difference.mean).toBeCloseTo(0.4)
    expect(mrr?.mcnemar).toBeUndefined()
  })
})

describe('createSeededRandom', () => {
  it('gives the same numbers for the same seed', () => {
    const draw = (seed: number): readonly number[] => Array.from({ length: 5 }, createSeededRandom(seed))
    expect(draw(3)).toEqual(draw(3))
    expect(draw(3)).not.toEqual(draw(4))
  })

  it('shuffles without loss', () => {
    const items = Array.from({ length: 50 }, (_, index) => index)
    const shuffled = shuffle(items, createSeededRandom(1))
    expect(shuffled).not.toEqual(items)
    expect([...shuffled].sort((a, b) => a - b)).toEqual(items)
  })
})

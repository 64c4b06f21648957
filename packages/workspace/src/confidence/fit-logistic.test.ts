import { expect, it } from 'vitest'
import { fitLogistic, probability, type Case } from './fit-logistic.ts'
import { seededRandom } from './seeded-random.ts'

/** Draws cases from known coefficients. */
function draw(
  count: number,
  coefficients: { readonly intercept: number; readonly a: number; readonly b: number },
): Case[] {
  const random = seededRandom(7)
  return Array.from({ length: count }, () => {
    const [a, b] = [random(), random() < 0.3 ? 1 : 0]
    const p = probability(coefficients.intercept + coefficients.a * a + coefficients.b * b)
    return { features: { a, b }, happened: random() < p }
  })
}

it('finds the coefficients that cases were drawn from', () => {
  const fitted = fitLogistic(draw(40_000, { intercept: 1, a: -2, b: 0.5 }), ['a', 'b'], {
    nonPositive: new Set(),
    ridge: 0,
  })
  expect(fitted['intercept']).toBeCloseTo(1, 1)
  expect(fitted['a']).toBeCloseTo(-2, 1)
  expect(fitted['b']).toBeCloseTo(0.5, 1)
})

it('keeps a bounded coefficient at its bound, and fits the others as if it were not there', () => {
  const cases = draw(4000, { intercept: 1, a: -2, b: 0.5 })
  const bounded = fitLogistic(cases, ['a', 'b'], { nonPositive: new Set(['b']), ridge: 0 })
  const without = fitLogistic(cases, ['a'], { nonPositive: new Set(), ridge: 0 })
  expect(bounded['b']).toBe(0)
  expect(bounded['a']).toBeCloseTo(without['a'] ?? Number.NaN, 5)
})

it('holds back by its ridge', () => {
  const cases = draw(200, { intercept: 0, a: -3, b: 0 })
  const [free, held] = [0, 50].map((ridge) => fitLogistic(cases, ['a'], { nonPositive: new Set(), ridge })['a'] ?? 0)
  expect(held).toBeGreaterThan(free ?? 0)
  expect(held).toBeLessThan(0)
})

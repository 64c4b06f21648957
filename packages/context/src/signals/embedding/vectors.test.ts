import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quantiseVectors, largestCosine, parseVectors, serialiseVectors } from './vectors.ts'

const number = fc.double({ min: -1, max: 1, noNaN: true }).map((value) => Math.fround(value))
const pair = fc
  .integer({ min: 16, max: 300 })
  .chain((size) => fc.tuple(vector(size), vector(size)))
  .filter((vectors) => vectors.every((each) => each.some((value) => Math.abs(value) > 0.01)))

function vector(size: number): fc.Arbitrary<Float32Array> {
  return fc.array(number, { minLength: size, maxLength: size }).map((values) => Float32Array.from(values))
}

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = (x: Float32Array, y: Float32Array): number => x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0)
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}

describe('kept vectors', () => {
  it('are the same after they were stored', () => {
    fc.assert(
      fc.property(pair, (vectors) => {
        const kept = quantiseVectors(vectors)
        expect(parseVectors(serialiseVectors(kept))).toEqual(kept)
      }),
    )
  })

  it('have nearly the cosines of the vectors that they were made of', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const expected = Math.max(0, cosine(a, b))
        expect(largestCosine(quantiseVectors([a]), quantiseVectors([b]))).toBeCloseTo(expected, 1)
      }),
    )
  })

  it('do not depend on the length of a vector', () => {
    const kept = quantiseVectors([Float32Array.of(1, 2, -4), Float32Array.of(1000, 2000, -4000)])
    expect(kept.bytes.slice(0, 3)).toEqual(kept.bytes.slice(3))
  })
})

it('takes the most alike of several, and nothing that cannot be compared', () => {
  const task = quantiseVectors([Float32Array.of(1, 0)])
  expect(largestCosine(task, quantiseVectors([Float32Array.of(0, 1), Float32Array.of(1, 1)]))).toBeCloseTo(
    Math.SQRT1_2,
    5,
  )
  expect(largestCosine(task, quantiseVectors([]))).toBe(0)
  expect(largestCosine(task, quantiseVectors([Float32Array.of(0, 0)]))).toBe(0)
  expect(largestCosine(task, quantiseVectors([Float32Array.of(1, 0, 0)]))).toBe(0)
})

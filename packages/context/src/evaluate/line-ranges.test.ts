import type { LineRange } from '@chronicle/schema'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { countLines, coversRange, intersectRanges, joinRanges } from './line-ranges.ts'

const ranges = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 40 }), fc.nat(6)).map(([start, more]) => ({ start, end: start + more })),
)

function lines(of: readonly LineRange[]): ReadonlySet<number> {
  return new Set(of.flatMap(({ start, end }) => Array.from({ length: end - start + 1 }, (_, index) => start + index)))
}

it('means the same lines as sets of numbers do', () => {
  fc.assert(
    fc.property(ranges, ranges, fc.constantFrom({ start: 3, end: 9 }, { start: 5, end: 5 }), (some, others, wanted) => {
      const [left, right] = [joinRanges(some), joinRanges(others)]
      expect(lines(left)).toEqual(lines(some))
      expect(countLines(left)).toBe(lines(some).size)
      const both = [...lines(some)].filter((line) => lines(others).has(line))
      expect([...lines(intersectRanges(left, right))].sort()).toEqual(both.sort())
      expect(coversRange(left, wanted)).toBe([...lines([wanted])].every((line) => lines(some).has(line)))
    }),
  )
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffLines, LineTable } from '../line-diff/index.ts'
import { carryLine, editsOfOlder, invert, keptLines, placeOfRange, type LineMap } from './line-map.ts'

const line = fc.constantFrom('a', 'b', 'c', '', '}')
const text = fc.array(line, { minLength: 1, maxLength: 14 })
const range = fc.tuple(fc.nat(13), fc.nat(13))

function mapOf(older: readonly string[], newer: readonly string[]): LineMap {
  const table = new LineTable()
  const number = (lines: readonly string[]) =>
    table.number(new TextEncoder().encode(lines.map((l) => `${l}\n`).join('')))
  return diffLines(number(older), number(newer), table)
}

function within(lines: readonly string[], [a, b]: readonly [number, number]): { start: number; end: number } {
  const [start, end] = [Math.min(a, b) % lines.length, Math.max(a, b) % lines.length]
  return { start: Math.min(start, end) + 1, end: Math.max(start, end) + 1 }
}

describe('a line map', () => {
  it('carries each line to an equal one, in order, or to none', () => {
    fc.assert(
      fc.property(text, text, (older, newer) => {
        const map = mapOf(older, newer)
        let last = 0
        for (let at = 1; at <= older.length; at++) {
          const carried = carryLine(map, at)
          if (carried === undefined) continue
          expect(newer[carried - 1]).toBe(older[at - 1])
          expect(carried).toBeGreaterThan(last)
          expect(carryLine(invert(map), carried)).toBe(at)
          last = carried
        }
      }),
    )
  })

  it('keeps the lines of a range that are carried, and no others', () => {
    fc.assert(
      fc.property(text, text, range, (older, newer, pick) => {
        const map = mapOf(older, newer)
        const { start, end } = within(older, pick)
        const carried = Array.from({ length: end - start + 1 }, (_, i) => carryLine(map, start + i)).filter(
          (each) => each !== undefined,
        )
        const kept = keptLines(map, { start, end })
        expect(kept.count).toBe(carried.length)
        expect(kept.ranges.flatMap((r) => Array.from({ length: r.end - r.start + 1 }, (_, i) => r.start + i))).toEqual(
          carried,
        )
        // The place contains every line that was kept.
        const place = placeOfRange(map, { start, end })
        for (const each of carried) expect(place !== undefined && place.start <= each && each <= place.end).toBe(true)
      }),
    )
  })

  it('finds an edit of a range from either side', () => {
    fc.assert(
      fc.property(text, text, range, (older, newer, pick) => {
        const map = mapOf(older, newer)
        const whole = within(older, pick)
        const unchanged = keptLines(map, whole)
        const inside = editsOfOlder(map, whole)
        const length = whole.end - whole.start + 1
        const isWhole = unchanged.count === length && unchanged.ranges.length === 1
        expect(inside.length === 0).toBe(isWhole)
        const [place] = unchanged.ranges
        if (isWhole && place !== undefined) expect(editsOfOlder(invert(map), place)).toEqual([])
      }),
    )
  })

  it('places what replaces a line where the line was', () => {
    const map = mapOf(['a', 'b', 'c'], ['a', 'x', 'y', 'c'])
    expect(placeOfRange(map, { start: 2, end: 2 })).toEqual({ start: 2, end: 3 })
    expect(placeOfRange(map, { start: 1, end: 3 })).toEqual({ start: 1, end: 4 })
    expect(placeOfRange(mapOf(['a', 'b', 'c'], ['a', 'c']), { start: 2, end: 2 })).toBeUndefined()
  })
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffLines, LineTable } from '../line-diff/index.ts'
import { mapToOlder, countLines, uniteSpans, withinSpan, withoutEdits } from './line-spans.ts'

const edit = (startA: number, endA: number, startB: number, endB: number) => ({ startA, endA, startB, endB })

describe('carrying lines back', () => {
  it('shifts lines that a change above put elsewhere, and says that they were not touched', () => {
    expect(mapToOlder([edit(0, 2, 0, 5)], [{ start: 8, end: 10 }])).toEqual({
      touched: [],
      before: [{ start: 5, end: 7 }],
    })
  })

  it('takes a deletion between two lines in, and leaves one beside them out', () => {
    const between = edit(4, 7, 4, 4)
    expect(mapToOlder([between], [{ start: 3, end: 6 }])).toEqual({
      touched: [between],
      before: [{ start: 3, end: 9 }],
    })
    expect(mapToOlder([between], [{ start: 4, end: 6 }])).toEqual({ touched: [], before: [{ start: 7, end: 9 }] })
    expect(mapToOlder([between], [{ start: 2, end: 4 }])).toEqual({ touched: [], before: [{ start: 2, end: 4 }] })
  })

  it('takes all of what an edit replaced, unless it is known what of that is meant', () => {
    const wide = edit(0, 20, 0, 30)
    expect(mapToOlder([wide], [{ start: 10, end: 12 }]).before).toEqual([{ start: 0, end: 20 }])
    const narrowed = new Map([[wide, [{ start: 5, end: 7 }]]])
    expect(mapToOlder([wide], [{ start: 10, end: 12 }], narrowed).before).toEqual([{ start: 5, end: 7 }])
  })

  it('has nothing before where all lines are new', () => {
    expect(mapToOlder([edit(3, 3, 3, 9)], [{ start: 4, end: 8 }]).before).toEqual([])
  })

  it('leads to each line that was kept, and to no line that is followed elsewhere', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', '', '}'), { maxLength: 25 })
    const ranges = fc.array(fc.tuple(fc.nat(24), fc.integer({ min: 1, max: 6 })), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(text, text, ranges, (older, newer, chosen) => {
        const table = new LineTable()
        const number = (lines: readonly string[]) =>
          table.number(new TextEncoder().encode(lines.map((line) => `${line}\n`).join('')))
        const map = diffLines(number(older), number(newer), table)
        const all = uniteSpans(chosen.map(([start, length]) => ({ start, end: start + length })))
        const spans = withinSpanOfAll(all, newer.length)
        const { before, touched } = mapToOlder(map, spans)
        const kept = withoutEdits(spans, touched).flatMap(({ start, end }) => newer.slice(start, end))
        const found = before.flatMap(({ start, end }) => older.slice(start, end))
        const replaced = touched.reduce((sum, { startA, endA }) => sum + endA - startA, 0)
        expect(countLines(before)).toBe(kept.length + replaced)
        let at = 0
        for (const line of kept) at = found.indexOf(line, at) + 1
        expect(kept.length === 0 || at > 0).toBe(true)
      }),
    )
  })
})

function withinSpanOfAll(spans: ReturnType<typeof uniteSpans>, end: number) {
  return withinSpan(spans, { start: 0, end })
}

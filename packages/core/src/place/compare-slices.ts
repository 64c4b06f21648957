import type { LineRange } from '@chronicle/schema'
import { diffLines, LineTable } from '../line-diff/index.ts'
import type { FileText } from './file-texts.ts'
import { invert, keptLines, type KeptLines, type LineMap } from './line-map.ts'
import { lengthOf } from './overlaps.ts'

/**
 * Returns the lines of an older piece of text that a newer piece still contains. Lines that differ only in white space
 * are equal. The newer piece begins at line `start` of its file.
 */
export function compareSlices(older: readonly string[], newer: readonly string[], start: number): KeptLines {
  const kept = keptLines(mapBetween(older, newer), { start: 1, end: older.length })
  const offset = start - 1
  return { count: kept.count, ranges: kept.ranges.map((r) => ({ start: r.start + offset, end: r.end + offset })) }
}

/** Returns the edits between two texts, where lines that differ only in white space are equal. */
function mapBetween(older: readonly string[], newer: readonly string[]): LineMap {
  const table = new LineTable()
  const number = (lines: readonly string[]): ReturnType<LineTable['number']> =>
    table.number(new TextEncoder().encode(lines.map((line) => `${withoutBlanks(line)}\n`).join('')))
  return diffLines(number(older), number(newer), table)
}

/**
 * The edits inside an edit that are left when lines that differ only in white space are equal, by the edit. Many regions
 * of a converted file stand in the one edit of all its lines.
 */
const partsByEdit = new WeakMap<LineMap[number], LineMap>()

function partsOf(edit: LineMap[number], older: FileText, newer: FileText): LineMap {
  const known = partsByEdit.get(edit)
  if (known !== undefined) return known
  const { startA, endA, startB, endB } = edit
  const inside = mapBetween(older.lines().slice(startA, endA), newer.lines().slice(startB, endB))
  const parts = inside.map((part) => ({
    ...{ startA: startA + part.startA, endA: startA + part.endA },
    ...{ startB: startB + part.startB, endB: startB + part.endB },
  }))
  partsByEdit.set(edit, parts)
  return parts
}

/**
 * Returns the map with those edits resolved that change only white space of at least half the lines of a range of the
 * older text, or of the newer one: a change of line ends or of indentation is one edit of many lines, and says nothing
 * about where each of them is.
 */
export function resolveReformatted(
  map: LineMap,
  range: LineRange,
  [older, newer]: readonly [older: FileText, newer: FileText],
  side: 'older' | 'newer' = 'older',
): LineMap {
  return map.flatMap((edit): LineMap => {
    const { startA, endA, startB, endB } = edit
    const [start, end] = side === 'older' ? [startA, endA] : [startB, endB]
    const inside = { start: Math.max(range.start, start + 1), end: Math.min(range.end, end) }
    if (inside.start > inside.end || startA === endA || startB === endB) return [edit]
    const parts = partsOf(edit, older, newer)
    const kept = keptLines(side === 'older' ? parts : invert(parts), inside)
    return kept.count * 2 < lengthOf(inside) ? [edit] : parts
  })
}

/** Returns a line without its white space. */
export function withoutBlanks(line: string): string {
  return line.replace(/\s+/gu, '')
}

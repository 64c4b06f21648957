import type { LineRange } from '@chronicle/schema'
import { diffLines, LineTable } from '../line-diff/index.ts'
import type { FileText } from './file-texts.ts'
import { keptLines, type KeptLines, type LineMap } from './line-map.ts'
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
 * Returns the map with those edits resolved that change only white space of at least half the lines of a range: a change of line ends
 * or of indentation is one edit of many lines, and says nothing about where each of them is.
 */
export function resolveReformatted(map: LineMap, range: LineRange, older: FileText, newer: FileText): LineMap {
  return map.flatMap((edit): LineMap => {
    const { startA, endA, startB, endB } = edit
    const inside = { start: Math.max(range.start - startA, 1), end: Math.min(range.end, endA) - startA }
    if (inside.start > inside.end || startB === endB) return [edit]
    const parts = mapBetween(older.lines().slice(startA, endA), newer.lines().slice(startB, endB))
    if (keptLines(parts, inside).count * 2 < lengthOf(inside)) return [edit]
    return parts.map((part) => ({
      startA: startA + part.startA,
      endA: startA + part.endA,
      startB: startB + part.startB,
      endB: startB + part.endB,
    }))
  })
}

/** Returns a line without its white space. */
export function withoutBlanks(line: string): string {
  return line.replace(/\s+/gu, '')
}

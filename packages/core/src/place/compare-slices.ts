import { diffLines, LineTable } from '../line-diff/index.ts'
import { keptLines, type KeptLines, type LineMap } from './line-map.ts'

/**
 * Returns the lines of an older piece of text that a newer piece still contains. The newer piece begins at line `start`
 * of its file.
 */
export function compareSlices(older: readonly string[], newer: readonly string[], start: number): KeptLines {
  if (older.length === 0 || newer.length === 0) return { count: 0, ranges: [] }
  const kept = keptLines(mapBetween(older, newer), { start: 1, end: older.length })
  const offset = start - 1
  return { count: kept.count, ranges: kept.ranges.map((r) => ({ start: r.start + offset, end: r.end + offset })) }
}

function mapBetween(older: readonly string[], newer: readonly string[]): LineMap {
  const table = new LineTable()
  const number = (lines: readonly string[]): ReturnType<LineTable['number']> =>
    table.number(new TextEncoder().encode(lines.map((line) => `${line}\n`).join('')))
  return diffLines(number(older), number(newer), table)
}

/** Returns the edits between two texts, where lines that differ only in white space are equal. */
export function mapBetweenReformatted(older: readonly string[], newer: readonly string[]): LineMap {
  return mapBetween(older.map(withoutBlanks), newer.map(withoutBlanks))
}

/**
 * Returns the same as `compareSlices`, where lines that differ only in white space are equal. `undefined` when no two
 * lines are equal.
 */
export function compareReformatted(
  older: readonly string[],
  newer: readonly string[],
  start: number,
): KeptLines | undefined {
  const [before, now] = [older.map(withoutBlanks), newer.map(withoutBlanks)]
  const [lines, reformatted] = [new Set(newer), new Set(now)]
  const differ = older.some((line, index) => {
    const text = before[index] ?? ''
    return text !== '' && !lines.has(line) && reformatted.has(text)
  })
  return differ ? compareSlices(before, now, start) : undefined
}

/** Returns a line without its white space. */
export function withoutBlanks(line: string): string {
  return line.replace(/\s+/gu, '')
}

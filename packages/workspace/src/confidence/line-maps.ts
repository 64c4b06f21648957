import type { LineRange } from '@chronicle/schema'
import { diffLines } from '../../../core/src/line-diff/diff-lines.ts'
import { LineTable } from '../../../core/src/line-diff/line-table.ts'

/** Maps each unchanged line of one text to its line in another; lines are 1-based. */
export function mapUnchangedLines(before: string, after: string): ReadonlyMap<number, number> {
  const table = new LineTable()
  const encoder = new TextEncoder()
  const a = table.number(encoder.encode(before))
  const b = table.number(encoder.encode(after))
  const map = new Map<number, number>()
  let atA = 0
  let atB = 0
  for (const edit of [...diffLines(a, b, table), end(a.lines.length, b.lines.length)]) {
    for (; atA < edit.startA; atA++, atB++) map.set(atA + 1, atB + 1)
    atA = edit.endA
    atB = edit.endB
  }
  return map
}

function end(a: number, b: number): { startA: number; endA: number; startB: number; endB: number } {
  return { startA: a, endA: a, startB: b, endB: b }
}

/** Returns the lines of a part of one text that are unchanged in a part of another, wherever the parts are. */
export function unchangedLines(
  before: string,
  range: LineRange | undefined,
  after: string,
  laterRange: LineRange,
): ReadonlySet<number> {
  if (range === undefined) return new Set()
  const map = mapUnchangedLines(slice(before, range), slice(after, laterRange))
  return new Set([...map.keys()].map((line) => line + range.start - 1))
}

function slice(text: string, { start, end: last }: LineRange): string {
  return text
    .split('\n')
    .slice(start - 1, last)
    .map((line) => `${line}\n`)
    .join('')
}

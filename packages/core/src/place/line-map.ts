import type { LineRange } from '@chronicle/schema'
import type { DiffHunk } from '../contracts/git-backend.ts'
import type { Edit } from '../line-diff/diff-lines.ts'

/*
 * Maps the lines of an older text to those of a newer one: the edits between them, in order. Every line outside the
 * edits is the same in both. Edits count lines from 0 and exclude their ends; ranges and lines count from 1 and include
 * their ends.
 */

/** The edits that turn one text into another. */
export type LineMap = readonly Edit[]

/** Lines of an older text that are the same in a newer one. */
export interface KeptLines {
  readonly count: number
  /** Their ranges in the newer text, ascending; adjacent lines that stayed together form one range. */
  readonly ranges: readonly LineRange[]
}

/** Returns the edits of the hunks of a diff without context. */
export function mapOfHunks(hunks: readonly DiffHunk[]): LineMap {
  return hunks.map(({ old, new: added }) => {
    const [startA, startB] = [old, added].map(({ start, count }) => (count === 0 ? start : start - 1))
    return {
      startA: startA ?? 0,
      endA: (startA ?? 0) + old.count,
      startB: startB ?? 0,
      endB: (startB ?? 0) + added.count,
    }
  })
}

/** Returns the index of the last edit that begins at or before a line of the older text; -1 if there is none. */
function editBefore(map: LineMap, index: number): number {
  let low = 0
  let high = map.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    if ((map[middle]?.startA ?? 0) <= index) low = middle + 1
    else high = middle - 1
  }
  return high
}

/** Returns the number of an older line in the newer text; `undefined` when it was changed or deleted. */
export function carryLine(map: LineMap, line: number): number | undefined {
  const edit = map[editBefore(map, line - 1)]
  if (edit === undefined) return line
  return line - 1 < edit.endA ? undefined : line - edit.endA + edit.endB
}

/** Returns the lines of a range that are unchanged in the newer text. */
export function keptLines(map: LineMap, { start, end }: LineRange): KeptLines {
  const ranges: LineRange[] = []
  let count = 0
  let position = editBefore(map, start - 1)
  let edit = map[position]
  let index = Math.max(start - 1, edit?.endA ?? 0)
  while (index < end) {
    const shift = edit === undefined ? 0 : edit.endB - edit.endA
    edit = map[++position]
    const stop = Math.min(end, edit?.startA ?? end)
    if (stop > index) {
      ranges.push({ start: index + shift + 1, end: stop + shift })
      count += stop - index
    }
    index = Math.max(stop, edit?.endA ?? end)
  }
  return { count, ranges }
}

/**
 * Returns the range in the newer text: from its first line to its last, including the lines that replaced changed ones.
 * `undefined` when all of it was deleted.
 */
export function placeOfRange(map: LineMap, { start, end }: LineRange): LineRange | undefined {
  const first = map[editBefore(map, start - 1)]
  const last = map[editBefore(map, end - 1)]
  const from = first !== undefined && start - 1 < first.endA ? first.startB + 1 : (carryLine(map, start) ?? start)
  const to = last !== undefined && end - 1 < last.endA ? last.endB : (carryLine(map, end) ?? end)
  return from <= to ? { start: from, end: to } : undefined
}

/** Returns the edits that change or delete lines in a range of the older text, or insert lines between two of them. */
export function editsOfOlder(map: LineMap, { start, end }: LineRange): LineMap {
  return map.filter(({ startA, endA }) =>
    startA === endA ? start <= startA && startA < end : startA < end && endA >= start,
  )
}

/** Returns the map from the newer text to the older one. */
export function invert(map: LineMap): LineMap {
  return map.map(({ startA, endA, startB, endB }) => ({ startA: startB, endA: endB, startB: startA, endB: endA }))
}

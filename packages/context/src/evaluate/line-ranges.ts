import type { LineRange } from '@chronicle/schema'

/** Returns the same lines as ascending ranges that neither overlap nor touch. */
export function joinRanges(ranges: readonly LineRange[]): readonly LineRange[] {
  const joined: LineRange[] = []
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last === undefined || range.start > last.end + 1) joined.push(range)
    else if (range.end > last.end) joined[joined.length - 1] = { start: last.start, end: range.end }
  }
  return joined
}

/** Returns the number of lines in joined ranges. */
export function countLines(ranges: readonly LineRange[]): number {
  return ranges.reduce((sum, { start, end }) => sum + end - start + 1, 0)
}

/** Returns the lines that are in both; each argument must be joined. */
export function intersectRanges(left: readonly LineRange[], right: readonly LineRange[]): readonly LineRange[] {
  const both: LineRange[] = []
  for (let a = 0, b = 0; a < left.length && b < right.length;) {
    const [first, second] = [left[a], right[b]]
    if (first === undefined || second === undefined) break
    const [start, end] = [Math.max(first.start, second.start), Math.min(first.end, second.end)]
    if (start <= end) both.push({ start, end })
    if (first.end < second.end) a++
    else b++
  }
  return both
}

/** Whether joined ranges contain all lines of a range. */
export function coversRange(ranges: readonly LineRange[], wanted: LineRange): boolean {
  return ranges.some(({ start, end }) => start <= wanted.start && wanted.end <= end)
}

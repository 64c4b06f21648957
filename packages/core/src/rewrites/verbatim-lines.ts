import type { LineRange } from '@chronicle/schema'

const LF = 10

/**
 * Returns where lines are in another text that is equal up to the end of them, or from the beginning of them on.
 * `undefined`: neither is so, or both are and disagree; then a diff has to tell.
 */
export function verbatimLines(before: Uint8Array, after: Uint8Array, { start, end }: LineRange): LineRange | undefined {
  const from = skipLines(before, 0, start - 1)
  const to = from === undefined ? undefined : skipLines(before, from, end + 1 - start)
  // A last line without a line feed may go on in the other text.
  if (from === undefined || to === undefined || before[to - 1] !== LF) return undefined
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head++
  let tail = 0
  while (tail < shorter && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++
  const here = to <= head ? start : undefined
  const begin = from + after.length - before.length
  const isTail = before.length - from <= tail && (begin === 0 || after[begin - 1] === LF)
  const there = isTail ? start + lineFeeds(after, begin) - lineFeeds(before, from) : undefined
  const found = here ?? there
  if (found === undefined || (there !== undefined && there !== found)) return undefined
  return { start: found, end: found + end - start }
}

/** Where the line after the next `count` lines begins. `undefined`: there are not as many. */
function skipLines(text: Uint8Array, from: number, count: number): number | undefined {
  let at = from
  for (let skipped = 0; skipped < count; skipped++) {
    const feed = text.indexOf(LF, at)
    if (feed < 0) return undefined
    at = feed + 1
  }
  return at
}

function lineFeeds(text: Uint8Array, until: number): number {
  let count = 0
  for (let at = text.indexOf(LF); at >= 0 && at < until; at = text.indexOf(LF, at + 1)) count++
  return count
}

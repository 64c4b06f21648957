import type { LineRange } from '@chronicle/schema'

const LF = 10

/**
 * Returns the position of lines in another text that is equal up to their end, or from their beginning on. `undefined`
 * when neither holds, or when both hold but disagree; a diff has to decide then.
 */
export function verbatimLines(before: Uint8Array, after: Uint8Array, { start, end }: LineRange): LineRange | undefined {
  const from = skipLines(before, 0, start - 1)
  const to = from === undefined ? undefined : skipLines(before, from, end + 1 - start)
  // A last line without a line feed may be longer in the other text.
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

/** Returns the offset after the next `count` lines. `undefined` when there are fewer. */
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

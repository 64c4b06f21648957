import type { LineSpan } from './line-spans.ts'

/**
 * Lines between a change and the lines followed for the change to count as far away. Where lines repeat, a change can be
 * shown some lines further up or down; the diff never moves one upwards by more than 100 lines for its indentation.
 */
const MARGIN = 128
const LF = 10

/**
 * Carries lines of the newer text back across a change that is far away from them, without a diff: everything before the
 * first byte that differs and after the last one is the same. Returns `undefined` where the change is near.
 */
export function passOverChange(
  older: Uint8Array,
  newer: Uint8Array,
  spans: readonly LineSpan[],
): readonly LineSpan[] | undefined {
  const shorter = Math.min(older.length, newer.length)
  // Nothing behind this line matters where all before it is the same.
  const far = offsetOfLine(newer, (spans.at(-1)?.end ?? 0) + MARGIN)
  let head = 0
  while (head < shorter && head < far && older[head] === newer[head]) head++
  if (head === far) return spans
  let tail = 0
  while (tail < shorter - head && older[older.length - 1 - tail] === newer[newer.length - 1 - tail]) tail++
  const [endOlder, endNewer] = [older.length - tail, newer.length - tail]
  const first = countNewlines(newer, 0, head)
  const changed = countNewlines(newer, head, endNewer)
  // The line that the last differing byte is in, the first one among them, ends after the change.
  const last = first + changed + 1
  const shift = countNewlines(older, head, endOlder) - changed
  const passed: LineSpan[] = []
  for (const span of spans) {
    if (span.end + MARGIN <= first) passed.push(span)
    else if (span.start >= last + MARGIN) passed.push({ start: span.start + shift, end: span.end + shift })
    else return undefined
  }
  return passed
}

/** Where a line begins, counted from 0; `Infinity` where there are not so many. */
function offsetOfLine(bytes: Uint8Array, line: number): number {
  let offset = 0
  for (let count = 0; count < line; count++) {
    const newline = bytes.indexOf(LF, offset)
    if (newline < 0) return Infinity
    offset = newline + 1
  }
  return offset
}

function countNewlines(bytes: Uint8Array, from: number, to: number): number {
  let count = 0
  for (let at = bytes.indexOf(LF, from); at >= 0 && at < to; at = bytes.indexOf(LF, at + 1)) count++
  return count
}

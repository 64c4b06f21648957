import { commonHead, commonTail } from '../line-diff/common-ends.ts'
import type { LineSpan } from './line-spans.ts'

/**
 * Minimum distance in lines between a change and the followed lines for the change to count as far away. If lines
 * repeat, a diff can show a change some lines further up or down; it never moves one up by more than 100 lines because
 * of indentation.
 */
const MARGIN = 128
const LF = 10

/** The range in which two texts differ, from the first to the last differing byte. */
export interface ChangeExtent {
  /** Number of complete lines before the change, in both texts. */
  readonly first: number
  /** Position after the last changed line of the newer text. */
  readonly last: number
  /** Number of lines by which the older text is longer. */
  readonly shift: number
}

/** Finds the range in which two texts differ, without a diff. */
export function extentOfChange(older: Uint8Array, newer: Uint8Array): ChangeExtent {
  const head = commonHead(older, newer)
  const tail = commonTail(older, newer, head)
  const [endOlder, endNewer] = [older.length - tail, newer.length - tail]
  const first = countNewlines(newer, 0, head)
  const changed = countNewlines(newer, head, endNewer)
  // The line with the last differing byte, which may also be the first changed line, ends after the change.
  return { first, last: first + changed + 1, shift: countNewlines(older, head, endOlder) - changed }
}

/**
 * Maps lines of the newer text to the older one across a change that is far away. Returns `undefined` if it is near.
 */
export function passOverChange(
  { first, last, shift }: ChangeExtent,
  spans: readonly LineSpan[],
): readonly LineSpan[] | undefined {
  const passed: LineSpan[] = []
  for (const span of spans) {
    if (span.end + MARGIN <= first) passed.push(span)
    else if (span.start >= last + MARGIN) passed.push({ start: span.start + shift, end: span.end + shift })
    else return undefined
  }
  return passed
}

function countNewlines(bytes: Uint8Array, from: number, to: number): number {
  let count = 0
  for (let at = bytes.indexOf(LF, from); at >= 0 && at < to; at = bytes.indexOf(LF, at + 1)) count++
  return count
}

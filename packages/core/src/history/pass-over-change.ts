import { commonHead, commonTail } from '../line-diff/common-ends.ts'
import type { LineSpan } from './line-spans.ts'

/**
 * Lines between a change and the lines followed for the change to count as far away. Where lines repeat, a change can be
 * shown some lines further up or down; the diff never moves one upwards by more than 100 lines for its indentation.
 */
const MARGIN = 128
const LF = 10

/** Where two texts differ: everything before the first byte that differs and after the last one is the same. */
export interface ChangeExtent {
  /** Lines of both texts that end before the change. */
  readonly first: number
  /** The position after the line of the newer text that the change ends in. */
  readonly last: number
  /** How many more lines the older text has. */
  readonly shift: number
}

/** Finds where two texts differ, without a diff. */
export function extentOfChange(older: Uint8Array, newer: Uint8Array): ChangeExtent {
  const head = commonHead(older, newer)
  const tail = commonTail(older, newer, head)
  const [endOlder, endNewer] = [older.length - tail, newer.length - tail]
  const first = countNewlines(newer, 0, head)
  const changed = countNewlines(newer, head, endNewer)
  // The line that the last differing byte is in, the first one among them, ends after the change.
  return { first, last: first + changed + 1, shift: countNewlines(older, head, endOlder) - changed }
}

/** Carries lines of the newer text back across a change that is far away. Returns `undefined` where it is near. */
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

import { lineAt, type NumberedText } from './line-table.ts'

const BLOCK = 1024
const LF = 10

/**
 * Returns the number of lines at the end of both texts that need no comparison: those after the first line feed of the
 * equal whole blocks at the end. Git trims the same lines before it compares without context, and its choice among
 * equally short edits depends on that.
 */
export function countCommonTail(a: NumberedText, b: NumberedText): number {
  const shorter = Math.min(a.bytes.length, b.bytes.length)
  let equal = 0
  while (equal + BLOCK <= shorter && sameBlock(a.bytes, b.bytes, equal)) equal += BLOCK
  if (equal === 0) return 0
  const newline = a.bytes.indexOf(LF, a.bytes.length - equal)
  if (newline < 0) return 0
  return a.lines.length - lineAt(a.starts, newline + 1)
}

function sameBlock(a: Uint8Array, b: Uint8Array, fromEnd: number): boolean {
  const endA = a.length - fromEnd
  const endB = b.length - fromEnd
  for (let back = 1; back <= BLOCK; back++) if (a[endA - back] !== b[endB - back]) return false
  return true
}

import type { LineRange } from '@chronicle/schema'

export function overlaps(a: LineRange, b: LineRange): boolean {
  return a.start <= b.end && a.end >= b.start
}

/** Whether `outer` contains all lines of `inner`. */
export function contains(outer: LineRange, inner: LineRange): boolean {
  return outer.start <= inner.start && inner.end <= outer.end
}

export function lengthOf({ start, end }: LineRange): number {
  return end - start + 1
}

/** Whether `outer` contains all lines of `inner` and more. */
export function isInside(inner: LineRange, outer: LineRange): boolean {
  return contains(outer, inner) && lengthOf(inner) < lengthOf(outer)
}

export function clip(range: LineRange, within: LineRange): LineRange {
  const clipped = { start: Math.max(range.start, within.start), end: Math.min(range.end, within.end) }
  return clipped.start > clipped.end ? within : clipped
}

import type { LineRange } from '@chronicle/schema'

export function overlaps(a: LineRange, b: LineRange): boolean {
  return a.start <= b.end && a.end >= b.start
}

/** Whether all lines of `inner` are lines of `outer`. */
export function contains(outer: LineRange, inner: LineRange): boolean {
  return outer.start <= inner.start && inner.end <= outer.end
}

export function lengthOf({ start, end }: LineRange): number {
  return end - start + 1
}

/** Whether lines lie in others of which they are not all. */
export function isInside(inner: LineRange, outer: LineRange): boolean {
  return contains(outer, inner) && lengthOf(inner) < lengthOf(outer)
}

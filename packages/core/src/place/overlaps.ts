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

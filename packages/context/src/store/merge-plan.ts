import { groupBy } from '@chronicle/schema'
import type { ViewedSegment } from './collection-view.ts'

/** So many segments of about one size are merged into one; each document is copied once for each power of it. */
const SEGMENTS_PER_LEVEL = 8

/**
 * The segments that should become one, in their order; none when all is well. Levels are powers of eight, so that
 * documents that come one by one are merged in work that grows slowly, and a large segment is not copied for a few.
 */
export function segmentsToMerge(segments: readonly ViewedSegment[]): readonly ViewedSegment[] {
  const mostlyHidden = segments.find(({ head, hidden }) => hidden.size * 2 > head.keys.length)
  if (mostlyHidden !== undefined) return [mostlyHidden]
  const levels = groupBy(segments, ({ head, hidden }) => {
    const documents = head.keys.length - hidden.size
    return Math.floor(Math.log2(Math.max(1, documents)) / Math.log2(SEGMENTS_PER_LEVEL))
  })
  const full = [...levels].filter(([, ofLevel]) => ofLevel.length >= SEGMENTS_PER_LEVEL)
  return full.sort(([a], [b]) => a - b)[0]?.[1] ?? []
}

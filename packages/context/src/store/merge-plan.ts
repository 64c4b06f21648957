import { groupBy } from '@chronicle/schema'
import type { ViewedSegment } from './collection-view.ts'

/** Number of segments of similar size to merge into one. A document is copied once for each power of this number. */
const SEGMENTS_PER_LEVEL = 8

/**
 * Returns the segments to merge into one, in order, or none if no merge is needed. Levels are powers of eight, so that
 * the work grows slowly when documents are added one by one, and a large segment is not copied for a few documents.
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

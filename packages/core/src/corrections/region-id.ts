import { contentId, type Region } from '@chronicle/schema'
import { hashText } from '../cache/hash-text.ts'

const DIGITS = 8
/** Fewer digits than this could be a word. */
export const MIN_REGION_ID_DIGITS = 4

/**
 * A short id of a region within its annotation, from its place and intent as recorded: the same on every machine, and
 * for as long as the note says the same.
 */
export function regionId(region: Region): string {
  return hashText(contentId(region)).slice(-DIGITS)
}

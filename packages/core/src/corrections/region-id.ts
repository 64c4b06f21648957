import { contentId, type Region } from '@chronicle/schema'
import { hashText } from '../cache/hash-text.ts'

const DIGITS = 8
/** Minimum number of digits. A shorter id could be a word. */
export const MIN_REGION_ID_DIGITS = 4

/**
 * Returns a short id of a region within its annotation, derived from its recorded place and intent. It is the same on
 * every machine and stable while the note is unchanged.
 */
export function regionId(region: Region): string {
  return hashText(contentId(region)).slice(-DIGITS)
}

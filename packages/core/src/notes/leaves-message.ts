import type { Annotation } from '@chronicle/schema'
import { quotesDiscussion } from './quotes-only-discussions.ts'

/**
 * Whether nothing that an annotation says was inferred from the message of its commit: all of it is stated, or quoted from
 * where the change was discussed. The message is still asked for the commit's own reasons then.
 */
export function leavesMessage({
  context_level: level,
  regions,
}: Pick<Annotation, 'context_level' | 'regions'>): boolean {
  if (regions.length === 0) return level === 'enhanced'
  return regions.every((region) => (region.context_level ?? level) === 'enhanced' || quotesDiscussion(region))
}

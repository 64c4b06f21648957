import type { Annotation, Region } from '@chronicle/schema'

/**
 * Whether all that an annotation says is quoted from where the change was discussed. Nobody has recorded the commit's own
 * reason then: it is still asked of its message.
 */
export function quotesOnlyDiscussions({
  context_level: level,
  cross_cutting: concerns,
  regions,
}: Pick<Annotation, 'context_level' | 'cross_cutting' | 'regions'>): boolean {
  return (
    concerns.length === 0 &&
    regions.length > 0 &&
    regions.every((region) => (region.context_level ?? level) !== 'enhanced' && quotesDiscussion(region))
  )
}

/** Whether a region has evidence, and all of it is from where the change was discussed. */
export function quotesDiscussion({ evidence }: Pick<Region, 'evidence'>): boolean {
  return evidence.length > 0 && evidence.every(({ kind }) => kind === 'discussion')
}

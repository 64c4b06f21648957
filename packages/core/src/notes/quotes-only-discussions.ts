import type { Annotation, Region } from '@chronicle/schema'

/**
 * Whether everything in an annotation is quoted from discussions of the change. Nobody has recorded the commit's own
 * reason then, so its message is still read for it.
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

/** Whether a region has evidence, all of it from discussions of the change. */
export function quotesDiscussion({ evidence }: Pick<Region, 'evidence'>): boolean {
  return evidence.length > 0 && evidence.every(({ kind }) => kind === 'discussion')
}

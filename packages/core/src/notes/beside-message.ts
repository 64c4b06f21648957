import type { Annotation } from '@chronicle/schema'
import { quotesDiscussion, quotesOnlyDiscussions } from './quotes-only-discussions.ts'

/**
 * Why the message of a commit is told beside its annotation. `stated`: somebody said more than the message. `quoted`: only
 * discussions are quoted, so that what a source infers from the change is told, too.
 */
export type BesideMessage = 'stated' | 'quoted'

/** Returns how an annotation stands beside the message of its commit. `undefined`: some of it was inferred from the message. */
export function besideMessage(
  annotation: Pick<Annotation, 'context_level' | 'cross_cutting' | 'regions'>,
): BesideMessage | undefined {
  const { context_level: level, regions } = annotation
  if (quotesOnlyDiscussions(annotation)) return 'quoted'
  if (regions.length === 0) return level === 'enhanced' ? 'stated' : undefined
  const isInferred = regions.some(
    (region) => (region.context_level ?? level) !== 'enhanced' && !quotesDiscussion(region),
  )
  return isInferred ? undefined : 'stated'
}

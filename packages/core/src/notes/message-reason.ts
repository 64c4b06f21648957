import type { Annotation } from '@chronicle/schema'
import { quotesDiscussion, quotesOnlyDiscussions } from './quotes-only-discussions.ts'

/**
 * Why the message of a commit is shown beside its annotation. `stated`: somebody recorded more than the message says.
 * `quoted`: the annotation only quotes discussions, so what a source infers from the change is shown too.
 */
export type MessageReason = 'stated' | 'quoted'

/**
 * Returns why the message of a commit is shown beside its annotation. `undefined` when some of the annotation was
 * inferred from the message.
 */
export function messageReason(
  annotation: Pick<Annotation, 'context_level' | 'cross_cutting' | 'regions'>,
): MessageReason | undefined {
  const { context_level: level, regions } = annotation
  if (quotesOnlyDiscussions(annotation)) return 'quoted'
  if (regions.length === 0) return level === 'enhanced' ? 'stated' : undefined
  const isInferred = regions.some(
    (region) => (region.context_level ?? level) !== 'enhanced' && !quotesDiscussion(region),
  )
  return isInferred ? undefined : 'stated'
}

import type { Annotation, Region } from '@chronicle/schema'

/** Whether a region was inferred, and nobody has corrected it since. */
export function isOnlyInferred({
  annotation,
  region,
}: {
  readonly annotation: Pick<Annotation, 'context_level'>
  readonly region: Region
}): boolean {
  return (region.context_level ?? annotation.context_level) === 'inferred' && region.corrections.length === 0
}

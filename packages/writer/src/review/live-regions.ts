import type { Region } from '@chronicle/schema'
import type { RecordedNote } from '@chronicle/core/review'

/**
 * The regions of an annotation that readers are shown as valid, as corrections leave them: what was retracted, or has
 * given way to newer reasoning, is settled whatever is wrong with it.
 */
export function liveRegions(note: RecordedNote): readonly Region[] {
  return note.regions
    .filter(
      ({ retracted, region }) =>
        !retracted && !region.corrections.some(({ correction_type }) => correction_type === 'supersede'),
    )
    .map(({ region }) => region)
}

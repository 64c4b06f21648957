import type { Region } from '@chronicle/schema'
import type { RecordedNote } from '@chronicle/core/review'

/**
 * Returns the regions of an annotation that readers see as valid after corrections. Regions that were retracted or
 * superseded are settled, so their problems do not matter.
 */
export function liveRegions(note: RecordedNote): readonly Region[] {
  return note.regions
    .filter(
      ({ retracted, region }) =>
        !retracted && !region.corrections.some(({ correction_type }) => correction_type === 'supersede'),
    )
    .map(({ region }) => region)
}

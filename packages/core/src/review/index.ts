// What a review of everything recorded is made of: notes as they stand and as corrections leave them, and what became
// of the places that they name. The same stages that answer queries.
export { openRecorded } from './open-recorded.ts'
export type { RecordedAnnotations } from './open-recorded.ts'
export type { PlacedRegion, RecordedRegion } from './placed-regions.ts'
export { quotesOnlyDiscussions } from '../notes/quotes-only-discussions.ts'
export type { RecordedNote } from '../corrections/corrected-notes.ts'
export { openNotes } from '../corrections/open-annotation.ts'
export type { OpenAnnotation } from '../corrections/open-annotation.ts'
export type { CorrectedRegion } from '../corrections/correct-annotation.ts'
export type { ReadError } from '../read/read-error.ts'
export type { ReadPipelineOptions } from '../read/query-context.ts'
export { quoteWord } from '../answer/quote-word.ts'
export { regionId } from '../corrections/region-id.ts'

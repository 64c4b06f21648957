/* What programs and people hand in. The command has this part alone: it validates nothing that it prints. */
export type { InvalidAnnotation } from './invalid-annotation.ts'
export { parseLiveAnnotation, parseRecordDocument } from './parse-live-annotation.ts'
export type { LiveAnnotation, LiveAnnotationInput, LiveRegion } from './parse-live-annotation.ts'
export type { UnknownKey, ValidationProblem } from './problems.ts'
export { parseAnnotation, validateAnnotation } from './validate-annotation.ts'
export { validateCorrection } from './validate-correction.ts'

/*
 * Validators of input from programs and people. The command line loads only these, because it does not validate its own
 * output.
 */
export type { InvalidAnnotation } from './invalid-annotation.ts'
export { parseLiveAnnotation, parseRecordDocument } from './parse-live-annotation.ts'
export type { LiveAnnotation, LiveAnnotationInput, LiveRegion } from './parse-live-annotation.ts'
export type { UnknownKey, ValidationProblem } from './problems.ts'
export { parseAnnotation, validateAnnotation } from './validate-annotation.ts'
export { validateCorrection } from './validate-correction.ts'

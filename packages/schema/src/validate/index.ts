export { annotationSchema } from './annotation-schema.ts'
export type { AnnotationDocument, Stored } from './annotation-schema.ts'
export { storedCorrectionSchema } from './correction-schema.ts'
export type { CorrectionDocument } from './correction-schema.ts'
export { acknowledgementReceiptSchema } from './acknowledgement-receipt-schema.ts'
export { checkOutputSchema } from './check-output-schema.ts'
export { depsOutputSchema } from './deps-output-schema.ts'
export { historyOutputSchema } from './history-output-schema.ts'
export type { InvalidAnnotation } from './invalid-annotation.ts'
export { liveAnnotationSchema, recordDocumentSchema } from './live-annotation-schema.ts'
export { lookupOutputSchema } from './lookup-output-schema.ts'
export { parseLiveAnnotation, parseRecordDocument } from './parse-live-annotation.ts'
export type { LiveAnnotation, LiveAnnotationInput, LiveRegion } from './parse-live-annotation.ts'
export type { UnknownKey, ValidationProblem } from './problems.ts'
export { commitReviewSchema, qualityReportSchema } from './quality-report-schema.ts'
export {
  annotateReceiptSchema,
  correctionReceiptSchema,
  installReceiptSchema,
  scrubReceiptSchema,
} from './receipt-schemas.ts'
export { contextReceiptSchema, redactionReportSchema, writingReceiptSchema } from './writing-receipt-schemas.ts'
export { readErrorOutputSchema, readOutputSchema } from './read-output-schema.ts'
export { summaryOutputSchema } from './summary-output-schema.ts'
export { parseAnnotation, validateAnnotation } from './validate-annotation.ts'
export { validateCorrection } from './validate-correction.ts'

export * from './inputs.ts'
export {
  annotationSchema,
  liveAnnotationSchema,
  recordDocumentSchema,
  storedCorrectionSchema,
} from './input-schemas.ts'
export * from './output-schemas.ts'
export { readErrorOutputSchema } from './read-error-schema.ts'
export type { AnnotationDocument, CorrectionDocument, Stored } from './stored-documents.ts'

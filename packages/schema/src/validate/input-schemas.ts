import type * as z from 'zod'
import { createValidator } from './create-validator.ts'
import inputs from './input-definitions.json' with { type: 'json' }
import type { AnnotationDocument, CorrectionDocument } from './stored-documents.ts'

/** Checks a `chronicle/v1` document, strictly. Unknown keys are issues of the code `unrecognized_keys`. */
export const annotationSchema: z.ZodType<AnnotationDocument> = createValidator(inputs, 'Annotation')

/** Checks a `chronicle-correction/v1` document, strictly. Unknown keys are issues of the code `unrecognized_keys`. */
export const storedCorrectionSchema: z.ZodType<CorrectionDocument> = createValidator(inputs, 'Correction')

/** Checks the short form of an annotation. Unknown keys are issues of the code `unrecognized_keys`. */
export const liveAnnotationSchema: z.ZodType = createValidator(inputs, 'StatedAnnotation')

/** The same for what is recorded about code as it is, which need not say anything about the commit. */
export const recordDocumentSchema: z.ZodType = createValidator(
  { $defs: { ...inputs.$defs, StatedAnnotation: { ...inputs.$defs.StatedAnnotation, required: [] } } },
  'StatedAnnotation',
)

import type * as z from 'zod'
import { createValidator } from './create-validator.ts'
import inputs from './input-definitions.json' with { type: 'json' }
import type { AnnotationDocument, CorrectionDocument } from './stored-documents.ts'

/** Validates a `chronicle/v1` document strictly. Unknown keys are issues with the code `unrecognized_keys`. */
export const annotationSchema: z.ZodType<AnnotationDocument> = createValidator(inputs, 'Annotation')

/**
 * Validates a `chronicle-correction/v1` document strictly. Unknown keys are issues with the code `unrecognized_keys`.
 */
export const storedCorrectionSchema: z.ZodType<CorrectionDocument> = createValidator(inputs, 'Correction')

/** Validates the short form of an annotation. Unknown keys are issues with the code `unrecognized_keys`. */
export const liveAnnotationSchema: z.ZodType = createValidator(inputs, 'StatedAnnotation')

/** Validates the input of `record`: the short form about code as it is, which needs no summary of a commit. */
export const recordDocumentSchema: z.ZodType = createValidator(
  { $defs: { ...inputs.$defs, StatedAnnotation: { ...inputs.$defs.StatedAnnotation, required: [] } } },
  'StatedAnnotation',
)

import type * as z from 'zod'
import readOutput from '../../json/read-output.schema.json' with { type: 'json' }
import type { ReadErrorOutput } from '../read-output.ts'
import { createValidator } from './create-validator.ts'

/** Validates the document that a failed `read` prints. */
export const readErrorOutputSchema: z.ZodType<ReadErrorOutput> = createValidator(readOutput, 'ErrorAnswer')

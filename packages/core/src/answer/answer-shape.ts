import type { TrimmedAnswer } from '@chronicle/schema'
import { list, optional, required, shape, type FieldShape } from '../format/object-shape.ts'

/** What every answer but that of `read` ends with. */
export const TRIMMED: FieldShape = {
  required: true,
  keys: shape<TrimmedAnswer>({
    strategy: required,
    estimated_tokens: required,
    withheld: required,
    withheld_fields: list,
    hint: optional,
    over_budget: optional,
  }),
}

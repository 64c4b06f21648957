import type { Remedy, TrimmedAnswer } from '@chronicle/schema'
import { list, optional, required, shape, type FieldShape } from '../format/object-shape.ts'

/** What to ask instead. */
export const REMEDY: FieldShape = {
  keys: shape<Remedy>({ query: optional, option: optional, value: optional }),
}

/** What every answer but that of `read` ends with. */
export const TRIMMED: FieldShape = {
  required: true,
  keys: shape<TrimmedAnswer>({
    strategy: required,
    estimated_tokens: required,
    withheld: required,
    withheld_fields: list,
    remedy: REMEDY,
    over_budget: optional,
  }),
}

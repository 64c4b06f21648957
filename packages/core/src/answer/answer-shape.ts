import type { Diagnostic, LineRange, ResolvedUnit, TrimmedAnswer } from '@chronicle/schema'
import { list, optional, required, shape, type FieldShape } from '../format/object-shape.ts'

/** Fields that several kinds of answer share. */
export const LINES: FieldShape = { keys: shape<LineRange>({ start: required, end: required }) }

export const DIAGNOSTICS: FieldShape = {
  required: true,
  list: true,
  keys: shape<Diagnostic>({ code: required, severity: required, message: required, commit: optional, path: optional }),
}

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

export const RESOLVED: FieldShape = {
  list: true,
  keys: shape<ResolvedUnit>({
    file: required,
    anchor: optional,
    type: optional,
    lines: { required: true, ...LINES },
    uncommitted_lines: { list: true, ...LINES },
  }),
}

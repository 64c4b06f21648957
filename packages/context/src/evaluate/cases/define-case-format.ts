import type { CaseFormat, CaseRecord } from './case-format.ts'
import type { EvaluationCase } from './evaluation-case.ts'
import { RecordFields } from './record-fields.ts'

/** A format whose `take` makes a case of the fields of a record; what is wrong with them is gathered in `fields`. */
export interface CaseFormatDefinition extends Omit<CaseFormat, 'read'> {
  /** `undefined` after a problem alone. */
  readonly take: (fields: RecordFields, record: CaseRecord) => EvaluationCase | undefined
}

/** Makes a format of its definition. */
export function defineCaseFormat({ take, ...format }: CaseFormatDefinition): CaseFormat {
  return {
    ...format,
    read: (record) => {
      const fields = new RecordFields(record)
      const value = take(fields, record)
      return value === undefined || fields.problems.length > 0 ? fields.problems : value
    },
  }
}

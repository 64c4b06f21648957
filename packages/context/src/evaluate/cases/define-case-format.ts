import type { CaseFormat, CaseRecord } from './case-format.ts'
import type { EvaluationCase } from './evaluation-case.ts'
import { RecordFields } from './record-fields.ts'

/** A format whose `toCase` converts the fields of a record to a case. Problems are collected in `fields`. */
export interface CaseFormatDefinition extends Omit<CaseFormat, 'read'> {
  /** Returns `undefined` only after a problem. */
  readonly toCase: (fields: RecordFields, record: CaseRecord) => EvaluationCase | undefined
}

/** Creates a format from its definition. */
export function defineCaseFormat({ toCase, ...format }: CaseFormatDefinition): CaseFormat {
  return {
    ...format,
    read: (record) => {
      const fields = new RecordFields(record)
      const value = toCase(fields, record)
      return value === undefined || fields.problems.length > 0 ? fields.problems : value
    },
  }
}

import type { EvaluationCase } from './evaluation-case.ts'

/** A file format for evaluation cases. */
export interface CaseFormat {
  readonly name: string
  /** Fields that identify the format, for the message about records of unknown format. */
  readonly fields: readonly string[]
  /** Whether the record has this format, judged by its fields alone. */
  recognises(record: CaseRecord): boolean
  /** Returns the case, or all problems of the record, each as a sentence that starts with the field. */
  read(record: CaseRecord): EvaluationCase | readonly string[]
}

/** A parsed record. */
export type CaseRecord = Readonly<Record<string, unknown>>

import type { EvaluationCase } from './evaluation-case.ts'

/** One way of writing down evaluation cases. */
export interface CaseFormat {
  readonly name: string
  /** The fields that tell the format, for the message about records of no known format. */
  readonly fields: readonly string[]
  /** Whether the record is of this format, judged by its fields alone. */
  recognises(record: CaseRecord): boolean
  /** The case, or everything that is wrong with the record, each as a sentence that begins with the field. */
  read(record: CaseRecord): EvaluationCase | readonly string[]
}

/** A record as it was parsed. */
export type CaseRecord = Readonly<Record<string, unknown>>

import type { LineRange } from './annotation.ts'

/** The identifier of the report format. */
export const REDACTION_REPORT_SCHEMA = 'chronicle-redaction/v1'

/** The secrets in texts, without the secrets: the answer of `redact`. */
export interface RedactionReport {
  readonly $schema: typeof REDACTION_REPORT_SCHEMA
  readonly redactor: string
  readonly files: readonly {
    /** As it was given; `-` for stdin. */
    readonly file: string
    /** Why not all of the file could be looked into, in a sentence. Absent: all of it was. */
    readonly unread?: string
    readonly secrets: readonly { readonly rule: string; readonly lines: LineRange }[]
  }[]
}

import type { LineRange } from './annotation.ts'

/** The identifier of the report format. */
export const REDACTION_REPORT_SCHEMA = 'chronicle-redaction/v1'

/** The secrets found in texts, without their content: the answer of `redact`. */
export interface RedactionReport {
  readonly $schema: typeof REDACTION_REPORT_SCHEMA
  readonly redactor: string
  readonly files: readonly {
    /** The path as given; `-` for stdin. */
    readonly file: string
    /** Why part of the file could not be searched, in one sentence. Absent when the whole file was searched. */
    readonly unread?: string
    readonly secrets: readonly { readonly rule: string; readonly lines: LineRange }[]
  }[]
}

import type { CodedError, ErrorAnswer, ReadOutput } from '@chronicle/schema'
import { READ_OUTPUT_SCHEMA } from '@chronicle/schema'
import type { FormatOptions, Formatter } from '../contracts/index.ts'
import { documentShape } from './document-shape.ts'
import { boundedJson, documentText, jsonText } from './shaped-json.ts'

/**
 * Renders an output as a `chronicle-read/v1` document that ends with a line break.
 *
 * Keys are in the order of the type declarations and empty optional fields are omitted; with `verbose` every field is
 * present, absent ones as `null` or `[]`. `confidence` has two decimals, the other scores four. Each top-level key and
 * each entry of a top-level list is one line without indentation: a line can be read, compared and searched on its own,
 * and indentation would cost about a quarter more tokens. Control, bidi and invisible characters are escaped, so the
 * bytes are safe to display.
 */
export function formatJson(output: ReadOutput, options: FormatOptions = {}): string {
  return documentText(output, documentShape('ReadOutput'), options.verbose === true)
}

/**
 * Renders a failed query as one line of JSON, whatever the requested format. `cause` is omitted. `schema`: schema of
 * the answer.
 */
export function formatErrorJson(error: CodedError, schema: string = READ_OUTPUT_SCHEMA): string {
  const document: ErrorAnswer = {
    $schema: schema,
    error: {
      code: error.code,
      message: error.message,
      ...(error.data !== undefined && { data: boundedJson(error.data) as Readonly<Record<string, unknown>> }),
    },
  }
  return `${jsonText(document)}\n`
}

/** The formatter for `--format json`. */
export const jsonFormatter: Formatter = { name: 'json', format: formatJson }

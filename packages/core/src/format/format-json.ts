import type { CodedError, ReadErrorOutput, ReadOutput } from '@chronicle/schema'
import { READ_OUTPUT_SCHEMA } from '@chronicle/schema'
import type { FormatOptions, Formatter } from '../contracts/index.ts'
import { escapeUnsafeJson } from './neutralise-text.ts'
import { READ_OUTPUT_SHAPE } from './read-output-shape.ts'
import { boundedJson, shapedJson } from './shaped-json.ts'

/**
 * Renders an output as a `chronicle-read/v1` document, ending in a line break.
 *
 * Keys stand in the order of the type declarations and empty optional fields are omitted; with `verbose` every field
 * is there, absent ones as `null` or `[]`. `confidence` has two decimals, the other scores four. Each top-level key
 * and each entry of a top-level list is one line, without indentation: a line can be read, compared and searched on
 * its own, and indentation would cost about a quarter more tokens. Control, bidi and invisible characters are
 * escaped, so the bytes are safe to show.
 */
export function formatJson(output: ReadOutput, options: FormatOptions = {}): string {
  const document = shapedJson(output, READ_OUTPUT_SHAPE, options.verbose === true)
  const members = Object.entries(document).map(([key, value]) => `${jsonText(key)}:${topLevelValue(value)}`)
  return `{${members.join(',\n')}}\n`
}

/** Renders a failed query as one line of JSON, whatever format was asked for. `cause` is left out. */
export function formatErrorJson(error: CodedError): string {
  const document: ReadErrorOutput = {
    $schema: READ_OUTPUT_SCHEMA,
    error: {
      code: error.code,
      message: error.message,
      ...(error.data === undefined ? {} : { data: boundedJson(error.data) as Readonly<Record<string, unknown>> }),
    },
  }
  return `${jsonText(document)}\n`
}

/** The formatter behind `--format json`. */
export const jsonFormatter: Formatter = { name: 'json', format: formatJson }

function topLevelValue(value: unknown): string {
  if (!Array.isArray(value) || value.length === 0) return jsonText(value)
  return `[\n${value.map(jsonText).join(',\n')}]`
}

function jsonText(value: unknown): string {
  return escapeUnsafeJson(JSON.stringify(value))
}

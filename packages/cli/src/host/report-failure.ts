import { createPaint } from './paint.ts'
import { omitUndefined, type CodedError } from '@chronicle/schema'
import { escapeInvisible, oneLine } from './one-line.ts'
import type { CliIo, ExitCode } from './cli-io.ts'
import { useColour } from './use-colour.ts'

/** Error codes that mean wrong usage. */
const WRONG_USAGE = new Set([
  'usage',
  'invalid_query',
  'invalid_path',
  'invalid_json',
  'invalid_annotation',
  'invalid_correction',
  'invalid_acknowledgement',
  'invalid_scrub',
  'invalid_configuration',
  'spending_limit_required',
  'dependency_on_itself',
  'task_empty',
  'budget_too_small',
  'invalid_evaluation_cases',
  'unknown_case_format',
])

/**
 * Reports a failure: one JSON document on stdout in any format, one line for people on stderr, and the exit code. A
 * person at a terminal gets only the line, unless JSON was requested. `schema` is the schema of the answer.
 */
export function reportFailure(io: CliIo, error: CodedError, schema?: string): void {
  io.setExitCode(exitCodeOf(error))
  if (io.stdout.isTTY !== true || io.json === true) io.stdout.write(failureDocument(error, schema))
  io.stderr.write(humanLine(io, 'error', error.message))
}

function exitCodeOf({ code }: CodedError): ExitCode {
  if (code === 'aborted') return 130
  return WRONG_USAGE.has(code) ? 2 : 1
}

/** Prints a warning as a line on stderr. */
export function reportWarning(io: CliIo, message: string): void {
  io.stderr.write(humanLine(io, 'warning', message))
}

/**
 * Returns the same as `formatErrorJson` of core, which takes too long to load for a mistyped option. A test compares
 * both.
 */
export function failureDocument({ code, message, data }: CodedError, schema = 'chronicle-read/v1'): string {
  const error = { code, message, ...omitUndefined({ data }) }
  return `${escapeInvisible(JSON.stringify({ $schema: schema, error }))}\n`
}

function humanLine(io: CliIo, label: 'error' | 'warning', message: string): string {
  const start = createPaint(useColour(io.stderr, io.env))(label === 'error' ? 'red' : 'yellow', `${label}:`)
  return `${start} ${oneLine(message)}\n`
}

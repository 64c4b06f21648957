import { ok, parseLineRange, type CodedError, type LineRange, type Result } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'

/** Parses the value of a line option. Returns `undefined` if the option was not given. */
export function parseLines(text: string | undefined): Result<LineRange | undefined, CodedError> {
  if (text === undefined) return ok(undefined)
  return parseLineRange(text).mapErr(({ message }) => codedError('usage', message, { data: { lines: text } }))
}

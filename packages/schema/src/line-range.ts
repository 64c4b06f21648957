import type { LineRange } from './annotation.ts'
import type { CodedError } from './coded-error.ts'
import { err, ok, type Result } from './result.ts'

/** Line numbers are 32-bit in all tools that count lines, including git. */
const LAST_LINE = 0x7fffffff

const RANGE = /^\s*(\d{1,10})\s*(?:[:,-]\s*(\d{1,10})\s*)?$/

/**
 * Parses `10:20` (also `10-20`, `10,20`, and `10` for a single line) as a line range, 1-based, including both ends.
 * Fails with `invalid_line_range`.
 */
export function parseLineRange(text: string): Result<LineRange, CodedError<'invalid_line_range'>> {
  const match = RANGE.exec(text)
  const start = Number(match?.[1])
  const end = match?.[2] === undefined ? start : Number(match[2])
  if (isLineRange(start, end)) return ok({ start, end })
  return err({
    code: 'invalid_line_range',
    message: `Not a line range: ${JSON.stringify(text.slice(0, 60))}. Write START:END with 1 <= START <= END, such as 10:20.`,
    data: { text },
  })
}

/** Whether two values are the ends of a range: integers of at least 1, in order. */
export function isLineRange(start: unknown, end: unknown): boolean {
  return isLine(start) && isLine(end) && start <= end
}

function isLine(line: unknown): line is number {
  return Number.isInteger(line) && (line as number) >= 1 && (line as number) <= LAST_LINE
}

import { err, ok, type Result } from '@chronicle/schema'
import type * as z from 'zod'
import { parseJsonAnswer } from '../single-prompt/parse-json-answer.ts'

/** Deeper than any expected input. */
const MAX_DEPTH = 12

/**
 * Validates a model's input. `null` counts as absent, because models fill in every key they know, and a string is
 * parsed as JSON where possible. The error is a text that a model can act on.
 */
export function readInput<Schema extends z.ZodType>(schema: Schema, input: unknown): Result<z.output<Schema>, string> {
  const value = typeof input === 'string' ? (parseJsonAnswer(input)?.value ?? input) : (input ?? {})
  const parsed = schema.safeParse(withoutNulls(value, 0))
  if (parsed.success) return ok(parsed.data)
  return err(
    parsed.error.issues
      .slice(0, 8)
      .map(({ path, message }) => `${path.length === 0 ? 'input' : path.map(String).join('.')}: ${message}`)
      .join('; '),
  )
}

function withoutNulls(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value
  if (Array.isArray(value)) return value.filter((each) => each !== null).map((each) => withoutNulls(each, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== null && each !== undefined)
      .map(([key, each]) => [key, withoutNulls(each, depth + 1)]),
  )
}

import { err, ok, type Result } from '@chronicle/schema'
import { codedError } from '../contracts/coded-error.ts'
import { describeValue } from '../contracts/require-arguments.ts'
import type { ReadError } from '../read/read-error.ts'

/** Rejects numbers that are not whole or are below the minimum; the error uses their names. */
export function requireCount(counts: Readonly<Record<string, number>>, minimum: 0 | 1 = 1): Result<void, ReadError> {
  for (const [name, count] of Object.entries(counts)) {
    if (Number.isSafeInteger(count) && count >= minimum) continue
    return err(
      codedError('invalid_query', `The ${name} ${describeValue(count)} is not a whole number of ${minimum} or more.`),
    )
  }
  return ok(undefined)
}

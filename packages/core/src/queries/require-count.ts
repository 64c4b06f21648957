import { err, ok, type Result } from '@chronicle/schema'
import { codedError } from '../contracts/coded-error.ts'
import type { ReadError } from '../read/read-error.ts'

/** Refuses numbers that are no counts, by what they are called. */
export function requireCount(counts: Readonly<Record<string, number>>): Result<void, ReadError> {
  for (const [name, count] of Object.entries(counts)) {
    if (Number.isSafeInteger(count) && count > 0) continue
    return err(codedError('invalid_query', `The ${name} ${count} is not a whole number of 1 or more.`))
  }
  return ok(undefined)
}

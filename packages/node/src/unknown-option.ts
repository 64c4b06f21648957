import { requireOptions } from '@chronicle/core/contracts'
import type { CodedError } from '@chronicle/schema'

/** Returns the error of `requireOptions`, if there is one. */
export function unknownOption(
  given: unknown,
  known: Readonly<Record<string, true>>,
  within: 'options.' | '' = '',
): CodedError<'unsupported'> | undefined {
  return requireOptions(given, 'unsupported', { known: Object.keys(known), within }).match(
    () => undefined,
    (error) => error,
  )
}

import { requireOptions } from '@chronicle/core/contracts'
import type { CodedError } from '@chronicle/schema'

/**
 * Returns the error for options that are none, an option that is not in `known` and would be ignored, or a wrong value.
 * `within`: prefix of names.
 */
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

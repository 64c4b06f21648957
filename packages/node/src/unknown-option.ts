import { codedError, findUnknownArgument } from '@chronicle/core/contracts'
import type { CodedError } from '@chronicle/schema'

/** Returns the error for an option that is not in `known` and would be ignored. `within`: prefix of names. */
export function unknownOption(
  given: unknown,
  known: Readonly<Record<string, true>>,
  within = '',
): CodedError<'unsupported'> | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const unknown = findUnknownArgument(given, Object.keys(known), within)
  return unknown && codedError('unsupported', unknown.message, { data: unknown.data })
}

import { codedError, thrownText } from '@chronicle/core/contracts'
import { catchDefects, err, ok, safeTry, type Err, type Result, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from './context-error.ts'

type Body<T> = () => AsyncGenerator<Err<never, ContextError>, Result<T, ContextError>>

/** `safeTry` at the boundary of this package, which reports failures as results. Anything thrown inside is a defect. */
export function catchDefectsOf<T>(body: Body<T>): ResultAsync<T, ContextError> {
  return catchDefects(
    () => safeTry(body),
    (cause) => unexpected(cause),
  )
}

/** Fails if the caller aborted the call. */
export function checkAborted(signal: AbortSignal | undefined): Result<void, ContextError> {
  return signal?.aborted === true ? err(codedError('aborted', 'The retrieval was aborted.')) : ok()
}

/** Returns the error for a defect, with all known details. `stage`: whose defect it is, such as `signal mine`. */
export function unexpected(cause: unknown, stage?: string): ContextError {
  const who = stage === undefined ? '' : `${stage}: `
  return codedError('internal_error', `The retrieval failed unexpectedly: ${who}${thrownText(cause)}`, { cause })
}

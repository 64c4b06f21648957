import { codedError } from '@chronicle/core/contracts'
import { catchDefects, err, ok, safeTry, type Err, type Result, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from './context-error.ts'

type Body<T> = () => AsyncGenerator<Err<never, ContextError>, Result<T, ContextError>>

/** `safeTry` at the boundary of this package, across which nothing is thrown: what throws all the same is a defect. */
export function guarded<T>(body: Body<T>): ResultAsync<T, ContextError> {
  return catchDefects(() => safeTry(body), unexpected)
}

/** Fails when the caller gave up. */
export function checkAborted(signal: AbortSignal | undefined): Result<void, ContextError> {
  return signal?.aborted === true ? err(codedError('aborted', 'The retrieval was aborted.')) : ok()
}

/** A defect, with everything that is known about it. */
export function unexpected(cause: unknown): ContextError {
  const message = cause instanceof Error ? cause.message : typeof cause
  return codedError('internal_error', `The retrieval failed unexpectedly: ${message}`, { cause })
}

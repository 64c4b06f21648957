import { codedError } from '@chronicle/core/contracts'
import { err, ok, omitUndefined, safeTry, type ResultAsync } from '@chronicle/schema'
import type { ContextError, OwnErrorCode } from './context-error.ts'

/** How a failure travels inside this package. `attempt` turns it into a value before it leaves. */
class ContextFailure extends Error {
  readonly error: ContextError

  constructor(error: ContextError) {
    super(error.message)
    this.error = error
  }
}

/** Ends the work with an error of this package. */
export function fail(code: OwnErrorCode, message: string, data?: Readonly<Record<string, unknown>>): never {
  throw new ContextFailure(codedError(code, message, omitUndefined({ data })))
}

/** Returns the value of a seam's answer; its error ends the work. */
export async function valueOf<T>(answer: ResultAsync<T, ContextError>): Promise<T> {
  const result = await answer
  if (result.isErr()) throw new ContextFailure(result.error)
  return result.value
}

/** Ends the work when its caller gave up. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) fail('aborted', 'The retrieval was aborted.')
}

/** Runs the work. A failure of this package becomes an error value; any other is `internal_error`. */
export function attempt<T>(work: () => Promise<T>): ResultAsync<T, ContextError> {
  const run = (): ResultAsync<T, ContextError> =>
    safeTry(async function* () {
      try {
        return ok(await work())
      } catch (error) {
        if (error instanceof ContextFailure) return err(error.error)
        const message = error instanceof Error ? error.message : typeof error
        return err(codedError('internal_error', `The retrieval failed unexpectedly: ${message}`, { cause: error }))
      }
    })
  return run()
}

import { codedError } from '@chronicle/core/contracts'
import { err, ok, omitUndefined, safeTry, type Result, type ResultAsync } from '@chronicle/schema'
import type { OwnErrorCode, SourceError } from './source-error.ts'

/** How a failure travels inside this package. `attempt` turns it into a value before it leaves. */
class SourceFailure extends Error {
  readonly error: SourceError

  constructor(error: SourceError) {
    super(error.message)
    this.error = error
  }
}

/** Ends the read with an error of ours. */
export function fail(code: OwnErrorCode, message: string, data?: Readonly<Record<string, unknown>>): never {
  throw new SourceFailure(codedError(code, message, omitUndefined({ data })))
}

/** The value of a seam's answer; its error ends the read. */
export async function valueOf<T>(answer: ResultAsync<T, SourceError>): Promise<T> {
  return unwrap(await answer)
}

/** The same for an answer that is already here. */
export function unwrap<T>(result: Result<T, SourceError>): T {
  if (result.isErr()) throw new SourceFailure(result.error)
  return result.value
}

/** Ends the read when its caller gave up. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) fail('aborted', 'The read was aborted.')
}

/** Runs a read. Whatever it throws becomes an error value; what is no failure of ours is `internal_error`. */
export function attempt<T>(work: () => Promise<T>): ResultAsync<T, SourceError> {
  const run = (): ResultAsync<T, SourceError> =>
    safeTry(async function* () {
      try {
        return ok(await work())
      } catch (error) {
        if (error instanceof SourceFailure) return err(error.error)
        return err(codedError('internal_error', `The read failed unexpectedly: ${describe(error)}`, { cause: error }))
      }
    })
  return run()
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : typeof error
}

import { catchDefects, err, safeTry, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { ReadError } from './read-error.ts'

/**
 * Runs a query so that nothing is thrown across the boundary: an abort and a stage that throws become errors, and a
 * damaged index, which has been thrown away by the time it is reported, is built anew by a second run.
 */
export function guardQuery<O>(call: CallOptions, run: () => ResultAsync<O, ReadError>): ResultAsync<O, ReadError> {
  const attempt = (): ResultAsync<O, ReadError> =>
    safeTry(async function* () {
      if (call.signal?.aborted) return err(aborted())
      let output = await run()
      if (output.isErr() && output.error.code === 'index_failed') output = await run()
      return output.isOk() && call.signal?.aborted ? err(aborted()) : output
    })
  return catchDefects(attempt, unexpected)
}

function aborted(): ReadError {
  return codedError('aborted', 'The query was aborted.')
}

/** A stage must not throw; one that does is reported as a defect, with everything that is known about it. */
function unexpected(cause: unknown): ReadError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return codedError('internal_error', `A stage of the read pipeline threw: ${reason}`, { cause })
}

import { catchDefects, err, safeTry, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import { thrownText } from '../contracts/reason-of.ts'
import { requireCallOptions } from '../contracts/require-options.ts'
import type { ReadError } from './read-error.ts'

/**
 * Runs a query so that it never throws: an abort and a throwing stage become errors. A damaged index has already been
 * deleted when it is reported, so a second run rebuilds it.
 */
export function guardQuery<O>(call: CallOptions, run: () => ResultAsync<O, ReadError>): ResultAsync<O, ReadError> {
  const attempt = (): ResultAsync<O, ReadError> =>
    safeTry(async function* () {
      yield* requireCallOptions(call, 'invalid_query')
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

/** A stage must not throw; one that does is reported as a defect, with its cause. */
function unexpected(cause: unknown): ReadError {
  return codedError('internal_error', `A stage of the read pipeline threw: ${thrownText(cause)}`, { cause })
}

import { err, ok, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'

/** Runs a file operation in the git directory and turns a failure into an error that names the operation. */
export function attempt<T>(what: string, step: () => Promise<T>): ResultAsync<T, CodedError> {
  return safeTry(async function* () {
    try {
      return ok(await step())
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      return err(codedError('hook_state_failed', `${what}: ${reason}`, { cause }))
    }
  })
}

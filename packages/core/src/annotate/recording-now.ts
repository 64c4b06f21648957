import {
  err,
  formatTimestamp,
  ok,
  omitUndefined,
  safeTry,
  type ResultAsync,
  type StoredRecording,
} from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError } from '../contracts/git-backend.ts'

/** Returns who records now, according to git's user settings, and with which tool. */
export function recordingNow(
  { git, clock }: { readonly git: GitBackend; readonly clock: () => number },
  tool: string | undefined,
  call: CallOptions,
): ResultAsync<StoredRecording, GitError> {
  return safeTry(async function* () {
    const identity = await git.identity?.(call)
    // Storing needs an identity and reports a missing one. A dry run works without.
    if (identity?.isErr() === true && identity.error.code !== 'identity_unknown') return err(identity.error)
    const who = identity?.isOk() === true ? { by: identity.value.name, email: identity.value.email } : {}
    return ok({ ...who, at: formatTimestamp(clock()), ...omitUndefined({ with: tool }) })
  })
}

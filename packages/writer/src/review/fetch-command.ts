import type { CallOptions, GitBackend } from '@chronicle/core/contracts'
import { quoteWord } from '@chronicle/core/review'
import { ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { ReviewError } from './review-request.ts'

/**
 * Returns the function that names the command to fetch a missing commit: from `origin`, or else from the first remote
 * of the configuration. It names none when there is no remote, or when the backend cannot read the configuration.
 */
export function createFetchCommand(
  git: GitBackend,
  call: CallOptions,
): ResultAsync<(commit: CommitId) => string | undefined, ReviewError> {
  return safeTry(async function* () {
    const { shallow } = yield* git.describe(call)
    const section = yield* git.readConfig?.('remote', call) ?? ok(undefined)
    const remotes = [...(section?.keys() ?? [])].flatMap((key) => /^(.+)\.url$/u.exec(key)?.[1] ?? [])
    const [remote] = remotes.includes('origin') ? ['origin'] : remotes
    if (remote === undefined) return ok(() => undefined)
    const fetch = `git fetch ${shallow ? '--unshallow ' : ''}${quoteWord(remote)}`
    return ok((commit: CommitId) => (shallow ? fetch : `${fetch} ${commit}`))
  })
}

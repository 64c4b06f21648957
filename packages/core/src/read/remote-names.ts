import { err, ok, okAsync, safeTry, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { ConfigSection, GitBackend, GitError } from '../contracts/git-backend.ts'

/** Returns the names of the configured remotes, sorted; none if the backend cannot read the configuration. */
export function remoteNames(
  git: Pick<GitBackend, 'readConfig'>,
  call: CallOptions,
): ResultAsync<readonly string[], GitError> {
  return safeTry(async function* () {
    const config = (await git.readConfig?.('remote', call)) ?? ok<ConfigSection>(new Map())
    return config.map((values) =>
      [...values.keys()].flatMap((key) => (key.endsWith('.url') ? [key.slice(0, -'.url'.length)] : [])).sort(),
    )
  })
}

/** Returns whether the repository has a remote. */
export type HasRemote = (call: CallOptions) => ResultAsync<boolean, GitError>

/**
 * Creates a function that asks git until there is a remote. It is for a hint, which is no reason for an answer to fail:
 * a configuration that cannot be read counts as one without remotes.
 */
export function createHasRemote(git: Pick<GitBackend, 'readConfig'>): HasRemote {
  let isKnown = false
  return (call) => {
    if (isKnown) return okAsync(true)
    return remoteNames(git, call)
      .map((names) => (isKnown = names.length > 0))
      .orElse((error) => (error.code === 'aborted' ? err(error) : ok(false)))
  }
}

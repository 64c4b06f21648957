import { err, ok, okAsync, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { ConfigSection, GitBackend, GitError } from '../contracts/git-backend.ts'

/** Returns the names of the configured remotes, sorted; none if the backend cannot read the configuration. */
export function remoteNames(
  git: Pick<GitBackend, 'readConfig'>,
  call: CallOptions,
): ResultAsync<readonly string[], GitError> {
  return readRemotes(git, call).map(namesIn)
}

/** Returns whether the repository has a remote but fetches no notes, as after a plain `git clone`. */
export type IsPlainClone = (call: CallOptions) => ResultAsync<boolean, GitError>

/**
 * Creates a function that asks git until it is a plain clone. It is for a hint, which is no reason for an answer to
 * fail: a configuration that cannot be read counts as one without remotes.
 */
export function createIsPlainClone(git: Pick<GitBackend, 'readConfig'>): IsPlainClone {
  let isKnown = false
  return (call) => {
    if (isKnown) return okAsync(true)
    return readRemotes(git, call)
      .map((config) => (isKnown = namesIn(config).length > 0 && !fetchesNotes(config)))
      .orElse((error) => (error.code === 'aborted' ? err(error) : ok(false)))
  }
}

function readRemotes(git: Pick<GitBackend, 'readConfig'>, call: CallOptions): ResultAsync<ConfigSection, GitError> {
  return git.readConfig?.('remote', call) ?? okAsync(new Map())
}

function namesIn(config: ConfigSection): readonly string[] {
  return [...config.keys()].flatMap((key) => (key.endsWith('.url') ? [key.slice(0, -'.url'.length)] : [])).sort()
}

function fetchesNotes(config: ConfigSection): boolean {
  return [...config].some(
    ([key, values]) => key.endsWith('.fetch') && values.some((refspec) => /^\+?refs\/(?:notes\/|\*)/u.test(refspec)),
  )
}

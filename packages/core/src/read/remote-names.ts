import { ok, safeTry, type ResultAsync } from '@chronicle/schema'
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

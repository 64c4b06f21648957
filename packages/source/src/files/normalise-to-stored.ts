import { okAsync, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { SourceContext } from '../source-context.ts'
import type { SourceError } from '../source-error.ts'
import type { NamedState } from './file-states.ts'

/**
 * Returns the bytes of a file as git stores them. Files of the working tree are converted according to attributes and
 * configuration; files of commits and of the index are already in the stored form.
 */
export function normaliseToStored(
  path: RepoPath,
  bytes: Uint8Array,
  state: NamedState,
  { git, call }: SourceContext,
): ResultAsync<Uint8Array, SourceError> {
  if (state.tree !== 'WORKTREE' || git.normalise === undefined) return okAsync(bytes)
  return git.normalise(path, bytes, call)
}

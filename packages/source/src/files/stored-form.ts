import type { RepoPath } from '@chronicle/schema'
import { valueOf } from '../failure.ts'
import type { SourceContext } from '../source-context.ts'
import type { NamedState } from './file-states.ts'

/**
 * Returns the bytes of a file as git stores them. Files of the working tree are converted as attributes and
 * configuration ask for; those of commits and of the index are stored already.
 */
export async function storedForm(
  path: RepoPath,
  bytes: Uint8Array,
  state: NamedState,
  { git, call }: SourceContext,
): Promise<Uint8Array> {
  if (state.tree !== 'WORKTREE' || git.normalise === undefined) return bytes
  return valueOf(git.normalise(path, bytes, call))
}

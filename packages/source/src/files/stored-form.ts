import type { RepoPath } from '@chronicle/schema'
import { valueOf } from '../failure.ts'
import type { SourceContext } from '../source-context.ts'
import type { NamedState } from './file-states.ts'

/**
 * The bytes of a file as git stores them: of the working tree, after the conversions of line ends, encodings and filters
 * that are set up; what is stored already is as it is.
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

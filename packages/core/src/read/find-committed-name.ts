import { err, ok, type RepoPath, type Result } from '@chronicle/schema'
import type { FileContent } from '../contracts/git-backend.ts'
import type { ReadContext, Standpoint } from './read-context.ts'
import type { ReadError } from './read-error.ts'

/**
 * The name at `HEAD` of a file that was renamed and not committed since; `undefined` for a file that is new. Git sees
 * such renames where the new name is in the index: a blame that may not look behind `HEAD` gives the lines that were
 * there already to `HEAD`, under the path that they had.
 */
export async function findCommittedName(
  path: RepoPath,
  state: 'WORKTREE' | 'INDEX',
  content: FileContent,
  { head, headAt }: Pick<Standpoint, 'head' | 'headAt'>,
  { blame, call }: Pick<ReadContext, 'blame' | 'call'>,
): Promise<Result<RepoPath | undefined, ReadError>> {
  if (content.kind === 'submodule') return ok(undefined)
  const since = Math.floor(headAt / 1000) + 1
  const hunks = await blame({ at: state, path, since, version: `${head} ${content.id} ${since}` }, call)
  if (hunks.isErr()) return err(hunks.error)
  return ok(hunks.value.find(({ commit, originalPath }) => commit === head && originalPath !== path)?.originalPath)
}

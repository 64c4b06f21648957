import { ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { FileContent } from '../contracts/git-backend.ts'
import type { ReadContext, QueriedCommit } from './read-context.ts'
import type { ReadError } from './read-error.ts'

/**
 * Finds the name at `HEAD` of a file that was renamed but not committed; `undefined` for a new file. Git detects such a
 * rename when the new name is in the index: a blame limited to `HEAD` attributes the existing lines to `HEAD`, under
 * their earlier path.
 */
export function findCommittedName(
  path: RepoPath,
  state: 'WORKTREE' | 'INDEX',
  content: FileContent,
  { head, headAt }: Pick<QueriedCommit, 'head' | 'headAt'>,
  { blame, call }: Pick<ReadContext, 'blame' | 'call'>,
): ResultAsync<RepoPath | undefined, ReadError> {
  return safeTry(async function* () {
    if (content.kind === 'submodule') return ok(undefined)
    const since = Math.floor(headAt / 1000) + 1
    const hunks = yield* blame({ at: state, path, since, version: `${head} ${content.id} ${since}` }, call)
    return ok(hunks.find(({ commit, originalPath }) => commit === head && originalPath !== path)?.originalPath)
  })
}

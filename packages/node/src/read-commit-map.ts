import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codedError, type GitBackend, type GitError } from '@chronicle/core/contracts'
import { parseCommitMap, type CommitMap } from '@chronicle/core/reconcile'
import { err, ok, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'

/** Path below the git directory where `git filter-repo` stores the old and new ids of rewritten commits. */
const FILTER_REPO_MAP = ['filter-repo', 'commit-map'] as const

/**
 * Reads the map from a file, or the one that `git filter-repo` left in the repository. Returns `undefined` if there is
 * none.
 */
export function readCommitMap(
  git: GitBackend,
  file: string | undefined,
): ResultAsync<CommitMap | undefined, GitError | CodedError<'usage'>> {
  return safeTry(async function* () {
    const { commonDir } = yield* git.describe()
    const path = file ?? (commonDir === undefined ? undefined : join(commonDir, ...FILTER_REPO_MAP))
    if (path === undefined) return ok(undefined)
    try {
      const map = parseCommitMap(await readFile(path, 'utf8'))
      if (map.size > 0 || file === undefined) return ok(map)
      const message = `"${path}" has no line with an old and a new commit id, so it is no map of rewritten commits.`
      return err(codedError('usage', message, { data: { path } }))
    } catch (cause) {
      const { code, message: causeText } = cause as NodeJS.ErrnoException
      if (file === undefined && (code === 'ENOENT' || code === 'ENOTDIR')) return ok(undefined)
      const reason = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : causeText
      const message = `The map of rewritten commits "${path}" cannot be read: ${reason}.`
      return err(codedError('usage', message, { data: { path }, cause }))
    }
  })
}

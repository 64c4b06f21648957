import { ok, safeTry, type CommitId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import { createRecentMap } from '../contracts/recent-map.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { FileRevision, GitBackend, GitError } from '../contracts/git-backend.ts'
import { listLog } from '../contracts/list-log.ts'
import { listRevisions } from './file-history.ts'

/** Cached results of git about a path in the history of a commit, which never change. Each result costs a process. */
export interface PastRevisions {
  /** Returns the newest commit in the history of `from` that changed a path. */
  newest(from: CommitId, path: RepoPath, call: CallOptions): ResultAsync<CommitId | undefined, GitError>
  /** Returns the revisions of a path up to a commit. */
  list(from: CommitId, path: RepoPath, call: CallOptions): ResultAsync<readonly FileRevision[], GitError>
}

/** Maximum numbers of cached results of each kind: line histories of one file repeat the same queries. */
const MAX_NEWEST = 2000
const MAX_LISTS = 100

export function createPastRevisions(git: GitBackend): PastRevisions {
  const newest = createRecentMap<string, { readonly commit: CommitId | undefined }>(MAX_NEWEST)
  const lists = createRecentMap<string, readonly FileRevision[]>(MAX_LISTS)
  return {
    newest(from, path, call) {
      return safeTry(async function* () {
        const key = `${from} ${path}`
        const known = newest.get(key)
        if (known !== undefined) return ok(known.commit)
        const found = await newestOf(git, from, path, call)
        if (found.isOk()) newest.set(key, { commit: found.value })
        return found
      })
    },
    list(from, path, call) {
      return safeTry(async function* () {
        const key = `${from} ${path}`
        const known = lists.get(key)
        if (known !== undefined) return ok(known)
        const found = await listRevisions(git, { from, path }, call)
        if (found.isOk()) lists.set(key, found.value)
        return found
      })
    },
  }
}

function newestOf(
  git: GitBackend,
  from: CommitId,
  path: RepoPath,
  call: CallOptions,
): ResultAsync<CommitId | undefined, GitError> {
  return listLog(git, { from, path, limit: 1 }, call).map(([newest]) => newest?.id)
}

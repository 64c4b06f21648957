import { ok, safeTry, type CommitId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import { createRecentMap } from '../cache/recent-map.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { FileRevision, GitBackend, GitError } from '../contracts/git-backend.ts'
import { listRevisions } from './file-history.ts'
import { listLog } from './list-log.ts'

/** What git says about a path in the history of a commit, which is the same for ever. Each answer takes a process. */
export interface PastRevisions {
  /** The newest commit of the history of another one that changed a path. */
  newest(from: CommitId, path: RepoPath, call: CallOptions): ResultAsync<CommitId | undefined, GitError>
  /** The revisions of a path up to a commit. */
  list(from: CommitId, path: RepoPath, call: CallOptions): ResultAsync<readonly FileRevision[], GitError>
}

/** Answers of each kind that are kept: histories of lines of one file ask the same again and again. */
const MAX_NEWEST = 2000
const MAX_LISTS = 100

export function createPastRevisions(git: GitBackend): PastRevisions {
  const newest = createRecentMap<{ readonly commit: CommitId | undefined }>(MAX_NEWEST)
  const lists = createRecentMap<readonly FileRevision[]>(MAX_LISTS)
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

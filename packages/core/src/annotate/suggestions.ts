import type { CommitId, RepoPath, ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError } from '../contracts/git-backend.ts'

/** Maximum number of places for which similar names are searched: each is compared with all paths. */
const MAX_SEARCHES = 20

/** Bounds the search for similar names while the places of one document are checked. */
export interface Suggestions {
  /** Returns all files of a commit, which are listed once. */
  filesOf(commit: CommitId): ResultAsync<readonly RepoPath[], GitError>
  /** Returns the names that a search finds, or none after too many searches. */
  search(find: () => readonly string[]): readonly string[]
}

export function createSuggestions(git: Pick<GitBackend, 'listFiles'>, call: CallOptions): Suggestions {
  const listed = new Map<CommitId, ResultAsync<readonly RepoPath[], GitError>>()
  let searches = 0
  return {
    filesOf(commit) {
      const files = listed.get(commit) ?? git.listFiles({ commit }, undefined, call)
      listed.set(commit, files)
      return files
    },
    search: (find) => (searches++ < MAX_SEARCHES ? find() : []),
  }
}

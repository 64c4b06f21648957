import type { CommitId, LineRange, RepoPath, ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { FileContent, GitError, TreeState } from '../contracts/git-backend.ts'

/** Lines of a file in one state, with limits for their history. */
export interface LineHistoryRequest {
  readonly at: TreeState
  /** The commit of the state, or the one that it is based on. */
  readonly head: CommitId
  readonly path: RepoPath
  /** Path of the file in `head`, if different. */
  readonly committedPath?: RepoPath | undefined
  /** Content of the file in the state. Absent: it is read. */
  readonly content?: FileContent | undefined
  readonly lines: LineRange
  /** Name of the unit that the lines form. Absent: the lines are not followed as a unit. */
  readonly name?: string | undefined
  /** Maximum number of revisions of the file to examine, newest first. Default 2,000. */
  readonly maxRevisions?: number | undefined
  /** When aborted, the history ends with the results so far. */
  readonly until?: AbortSignal | undefined
}

/** The commits that changed lines, back to the commit that added them. */
export interface LineHistory {
  /**
   * Newest first. Empty if there is no such file. Includes a merge only if it changed the lines compared with all its
   * parents.
   */
  readonly revisions: readonly LineRevision[]
  /** Lines of the state that are not committed. Absent if the lines are the same in `head`. */
  readonly uncommitted?: { readonly changed: readonly LineRange[] }
  /** Absent if the whole history was examined. */
  readonly unseen?: UnseenHistory
}

/** Why older commits are missing from a history. */
export interface UnseenHistory {
  /**
   * `limit`: there are more revisions than the maximum; `stopped`: `until` was aborted; `shallow`: the clone has no
   * older commits; `unreadable`: a state of the file is missing, binary or too large, or the backend does not tell how
   * the revisions are connected.
   */
  readonly reason: 'limit' | 'stopped' | 'shallow' | 'unreadable'
  /** Number of known older revisions of the file that were not examined. */
  readonly revisions: number
}

/** A commit that changed lines. */
export interface LineRevision {
  readonly commit: CommitId
  /** Committer time in seconds. */
  readonly committedAt: number
  readonly merge: boolean
  /** Path of the file in this commit. */
  readonly path: RepoPath
  /** The range from the first to the last of the lines in this commit. */
  readonly lines: LineRange
  /** Name of the unit in this commit, if known. */
  readonly name?: string
  /** The lines in the parent; for a merge, in the first parent that has them. Absent if the commit added them. */
  readonly before?: LinesInParent
  /** Lines of this commit that it added or changed. Empty if it only deleted lines. */
  readonly changed: readonly LineRange[]
  /** Number of added plus deleted lines: in the followed lines, and in the whole file. */
  readonly changes: { readonly inLines: number; readonly inFile: number }
}

/** The place of lines before a commit. */
export interface LinesInParent {
  readonly path: RepoPath
  readonly lines: LineRange
  readonly name?: string
  /**
   * How the lines were found. `lines`: by the edits, as in `git log -L`; `blanks`: by the edits ignoring white space;
   * `name`, `body`: as the unit with this name or body; `move`: the commit deleted the code at this place.
   */
  readonly by: 'lines' | 'blanks' | 'name' | 'body' | 'move'
}

/** Finds the commits that changed lines. Fails with the backend's errors, and with `aborted`. */
export type ReadLineHistory = (request: LineHistoryRequest, options?: CallOptions) => ResultAsync<LineHistory, GitError>
/** Increased when a change of the code finds other histories, so that cached ones are recomputed. */
export const LINE_HISTORY_FORMAT = 8

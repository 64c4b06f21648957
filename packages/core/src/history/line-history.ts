import type { CommitId, LineRange, RepoPath, ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { FileContent, GitError, TreeState } from '../contracts/git-backend.ts'

/** Lines of one state of a file, and how much of their history is wanted. */
export interface LineHistoryRequest {
  readonly at: TreeState
  /** The commit that the state is, or is based on. */
  readonly head: CommitId
  readonly path: RepoPath
  /** What the file is called in `head`, if that is something else. */
  readonly committedPath?: RepoPath
  /** The file in the state. Absent: it is read. */
  readonly content?: FileContent
  readonly lines: LineRange
  /** The unit that the lines are, all of them. Absent: the lines are followed for their own sake. */
  readonly name?: string
  /** Revisions of the file that are looked at, the newest. Default 2,000. */
  readonly maxRevisions?: number
  /** When it is aborted, the history ends with what was found until then. */
  readonly until?: AbortSignal
}

/** The commits that changed lines, back to the one that added them. */
export interface LineHistory {
  /** Newest first; empty where there is no such file. A merge is among them if it changed the lines against each of its parents. */
  readonly revisions: readonly LineRevision[]
  /** Lines of the state that are not committed; absent where the state has the lines as `head` has them. */
  readonly uncommitted?: { readonly changed: readonly LineRange[] }
  /** Absent where the whole history was looked at. */
  readonly unseen?: UnseenHistory
}

/** Why older commits are missing from a history. */
export interface UnseenHistory {
  /**
   * `limit`: there are more revisions than were to be looked at; `stopped`: `until` was aborted; `shallow`: the clone
   * has no older commits; `unreadable`: a state of the file is missing, binary or too large, or the backend does not
   * tell how the revisions hang together.
   */
  readonly reason: 'limit' | 'stopped' | 'shallow' | 'unreadable'
  /** Older revisions of the file that are known and were not looked at. */
  readonly revisions: number
}

/** A commit that changed lines. */
export interface LineRevision {
  readonly commit: CommitId
  /** Committer time in seconds. */
  readonly committedAt: number
  readonly merge: boolean
  /** The file in this commit. */
  readonly path: RepoPath
  /** From the first to the last of the lines in this commit. */
  readonly lines: LineRange
  /** What the unit is called in this commit, as far as is known. */
  readonly name?: string
  /** The lines in the parent; of a merge, in the first parent that has them. Absent where the commit added them. */
  readonly before?: LinesInParent
  /** Lines in this commit that it put in or changed. Empty where it only took some out. */
  readonly changed: readonly LineRange[]
  /** Lines put in and taken out, in both states together. */
  readonly changes: { readonly inLines: number; readonly inFile: number }
}

/** Where lines were before a commit. */
export interface LinesInParent {
  readonly path: RepoPath
  readonly lines: LineRange
  readonly name?: string
  /**
   * `lines`: by the edits, as `git log -L` has it; `blanks`: by the edits but for white space; `name`, `body`: as the
   * unit that was under this name or had this body; `move`: the commit took the code out there.
   */
  readonly by: 'lines' | 'blanks' | 'name' | 'body' | 'move'
}

/** Finds the commits that changed lines. Fails as the backend does, and with `aborted`. */
export type ReadLineHistory = (request: LineHistoryRequest, options?: CallOptions) => ResultAsync<LineHistory, GitError>
/** Changes when other histories would be found, so that those which are kept are found again. */
export const LINE_HISTORY_FORMAT = 3

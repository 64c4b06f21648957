import type { LineRange, RepoPath } from '@chronicle/schema'
import type { DiscussionThread, MergedChange, Remark } from '@chronicle/core/contracts'

/** The review discussion of a commit. */
export interface CommitDiscussion {
  /** The pull request or merge request that the commit belongs to. */
  readonly change: MergedChange
  /** The discussion of the change as a whole. Absent if it belongs to another commit of the change. */
  readonly whole?: WholeDiscussion
  /** Threads about lines that this commit wrote. */
  readonly threads: readonly PlacedThread[]
}

/** The discussion of a change as a whole. */
export interface WholeDiscussion {
  /** Trimmed lines of the description that come from the repository's template. */
  readonly template: ReadonlySet<string>
  /** Oldest first. */
  readonly remarks: readonly Remark[]
}

/** A thread with its place at a commit. */
export interface PlacedThread {
  readonly thread: DiscussionThread
  readonly path: RepoPath
  /** Absent for a thread about the whole file. */
  readonly lines?: LineRange
  /** Set when the original lines are gone: `lines` are those now in their place. */
  readonly near?: true
}

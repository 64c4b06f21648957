import type { LineRange, RepoPath } from '@chronicle/schema'
import type { DiscussionThread, MergedChange, Remark } from '@chronicle/core/contracts'

/** What was said about a commit where the change that it belongs to was reviewed. */
export interface CommitDiscussion {
  /** The pull request or merge request. */
  readonly change: MergedChange
  /** Absent: the commit is one of several of the change, and its description is about another one. */
  readonly whole?: WholeDiscussion
  /** Threads about lines that the commit wrote, in its files. */
  readonly threads: readonly PlacedThread[]
}

/** What was said about a change as a whole. */
export interface WholeDiscussion {
  /** Lines of the description that the repository's template put there, trimmed. */
  readonly template: ReadonlySet<string>
  /** In the order of time. */
  readonly remarks: readonly Remark[]
}

/** A thread with its place in the files of a commit. */
export interface PlacedThread {
  readonly thread: DiscussionThread
  readonly path: RepoPath
  /** Absent: the thread is about the whole file. */
  readonly lines?: LineRange
  /** The lines themselves are gone, and these are what stands where they were. */
  readonly near?: true
}

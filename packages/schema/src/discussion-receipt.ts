import type { CodedError, Diagnostic } from './coded-error.ts'
import type { NotesRef } from './ids.ts'
import type { WritingUsage, WrittenCommit } from './writing-receipt.ts'
import type { Count } from './limited-types.ts'

/** The identifier of the receipt format. */
export const DISCUSSION_RECEIPT_SCHEMA = 'chronicle-discussion-receipt/v1'

/** What was imported of the discussions of merged changes. */
export interface DiscussionReceipt {
  readonly $schema: typeof DISCUSSION_RECEIPT_SCHEMA
  /** Nothing was written: each `status` says what would have happened. */
  readonly dry_run?: true
  readonly source: 'github' | 'gitlab'
  /** The host and the repository. */
  readonly repository: string
  readonly notes_ref: NotesRef
  /** In the order they were worked on. */
  readonly changes: readonly ImportedChange[]
  /** Changes that were imported before, and that nothing happened to since. */
  readonly known: Count
  readonly totals: Readonly<Record<ImportedChange['status'], Count>>
  /** What a model was asked and paid for, beside quoting. Absent: none was asked. */
  readonly usage?: WritingUsage
  /** Why it ended before all changes were looked at. */
  readonly stopped?: {
    readonly error: Pick<CodedError, 'code' | 'message'>
    /** Changes that were listed and not looked at. */
    readonly left: Count
  }
}

/** One pull request or merge request, and what became of it. */
export interface ImportedChange {
  readonly number: Count
  readonly url: string
  readonly title: string
  /**
   * `annotated`: something is stored on one of its commits. `unchanged`: all of it was recorded already. `nothing`: no
   * person gave a reason. `lost`: none of its commits is in the repository.
   */
  readonly status: 'annotated' | 'unchanged' | 'nothing' | 'lost' | 'failed'
  /** Why there is nothing, why it is lost, or how it failed. */
  readonly reason?: string
  /** How it was merged. Absent: its commits were not found. */
  readonly how?: 'merge' | 'squash' | 'rebase' | 'fast_forward'
  /** Its commits that something was said about. */
  readonly commits: readonly WrittenCommit[]
  /** Threads on lines, by what became of them. */
  readonly threads: {
    readonly all: Count
    /** A reason of theirs is quoted at their lines. */
    readonly quoted: Count
    /** Nobody but programs said anything. */
    readonly program: Count
    /** Nobody gave a reason. */
    readonly no_reason: Count
    /** Nobody says whether the change did what was asked for. */
    readonly unsettled: Count
    /** A reason is given, and its lines are not in what was merged. */
    readonly unplaced: Count
  }
  readonly warnings: readonly Diagnostic[]
}

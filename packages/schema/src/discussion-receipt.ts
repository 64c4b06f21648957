import type { CodedError, Diagnostic } from './coded-error.ts'
import type { NotesRef } from './ids.ts'
import type { WritingUsage, WrittenCommit } from './writing-receipt.ts'
import type { Count } from './limited-types.ts'

/** The identifier of the receipt format. */
export const DISCUSSION_RECEIPT_SCHEMA = 'chronicle-discussion-receipt/v1'

/** The result of importing discussions of merged changes. */
export interface DiscussionReceipt {
  readonly $schema: typeof DISCUSSION_RECEIPT_SCHEMA
  /** Present for a dry run, which wrote nothing; each `status` then says what would have happened. */
  readonly dry_run?: true
  readonly source: 'github' | 'gitlab'
  /** The host and the repository. */
  readonly repository: string
  readonly notes_ref: NotesRef
  /** In the order of processing. */
  readonly changes: readonly ImportedChange[]
  /** Number of changes that were imported before and had no activity since. */
  readonly known: Count
  readonly totals: Readonly<Record<ImportedChange['status'], Count>>
  /** What the calls of a model used and cost, in addition to quoting. Absent if no model was called. */
  readonly usage?: WritingUsage
  /** Why the import ended before all changes were processed. */
  readonly stopped?: {
    readonly error: Pick<CodedError, 'code' | 'message'>
    /** Number of listed changes that were not processed. */
    readonly left: Count
  }
}

/** A pull request or merge request, and the result of its import. */
export interface ImportedChange {
  readonly number: Count
  readonly url: string
  readonly title: string
  /**
   * `annotated`: something is stored on one of its commits. `unchanged`: all of it was recorded already. `nothing`: no
   * person gave a reason. `lost`: the repository contains none of its commits.
   */
  readonly status: 'annotated' | 'unchanged' | 'nothing' | 'lost' | 'failed'
  /** Why nothing was found, why it is lost, or how it failed. */
  readonly reason?: string
  /** How it was merged. Absent if its commits were not found. */
  readonly how?: 'merge' | 'squash' | 'rebase' | 'fast_forward'
  /** Its commits that the discussion is about. */
  readonly commits: readonly WrittenCommit[]
  /** Number of threads on lines, by result. */
  readonly threads: {
    readonly all: Count
    /** A reason from the thread is quoted at its lines. */
    readonly quoted: Count
    /** Only programs commented. */
    readonly program: Count
    /** Nobody gave a reason. */
    readonly no_reason: Count
    /** Nobody states whether the change did what was requested. */
    readonly unsettled: Count
    /** A reason is given, but its lines are not in the merged code. */
    readonly unplaced: Count
  }
  readonly warnings: readonly Diagnostic[]
}

import type { Diagnostic } from './coded-error.ts'
import type { CommitId, NotesRef } from './ids.ts'
import type { Count } from './limited-types.ts'

/** The identifier of the `sync` receipt format. */
export const SYNC_RECEIPT_SCHEMA = 'chronicle-sync/v1'

/** How the local notes compare with those of a remote, and what `sync` did. */
export interface SyncReceipt {
  readonly $schema: typeof SYNC_RECEIPT_SCHEMA
  readonly action: 'enable' | 'disable' | 'status' | 'pull' | 'push'
  readonly remote: {
    readonly name: string
    /** The URL without user name and password. Absent if none is configured. */
    readonly url?: string
  }
  /** Whether a plain `git fetch` fetches the notes of the remote. */
  readonly enabled: boolean
  /** The refs of annotations, corrections, and acknowledgements. */
  readonly refs: readonly SyncedRef[]
  readonly warnings: readonly Diagnostic[]
}

/** One shared ref. The state of the remote is the one last fetched. */
export interface SyncedRef {
  readonly ref: NotesRef
  /** The local ref that tracks the notes of the remote. */
  readonly tracking: NotesRef
  /** Absent when there are no such notes here. */
  readonly tip?: CommitId
  /** Absent when the remote has no such notes, as far as is known. */
  readonly remote_tip?: CommitId
  readonly status: 'absent' | 'equal' | 'ahead' | 'behind' | 'diverged'
  /** Number of commits whose notes have changes here that the remote lacks. */
  readonly to_push: Count
  /** Number of commits whose notes have changes at the remote that are missing here. */
  readonly to_pull: Count
  /** Number of commits whose notes this command changed here. */
  readonly pulled: Count
  /** Number of commits whose notes this command changed at the remote. */
  readonly pushed: Count
}

import type { Diagnostic } from './coded-error.ts'
import type { CommitId, NotesRef } from './ids.ts'
import type { Count } from './limited-types.ts'

/** The identifier of what `sync` prints. */
export const SYNC_RECEIPT_SCHEMA = 'chronicle-sync/v1'

/** How the notes here and those of a remote stand to each other, and what was done about it. */
export interface SyncReceipt {
  readonly $schema: typeof SYNC_RECEIPT_SCHEMA
  readonly action: 'enable' | 'disable' | 'status' | 'pull' | 'push'
  readonly remote: {
    readonly name: string
    /** Without user name and password. Absent where the configuration gives none. */
    readonly url?: string
  }
  /** Whether a plain `git fetch` brings the notes of the remote. */
  readonly enabled: boolean
  /** The annotations, their corrections, and the acknowledgements of findings. */
  readonly refs: readonly SyncedRef[]
  readonly warnings: readonly Diagnostic[]
}

/** One ref that is shared. The remote is as it was when it was last looked at. */
export interface SyncedRef {
  readonly ref: NotesRef
  /** Where the notes of the remote are kept here. */
  readonly tracking: NotesRef
  /** Absent: there are no such notes here. */
  readonly tip?: CommitId
  /** Absent: the remote has no such notes, as far as is known. */
  readonly remote_tip?: CommitId
  readonly status: 'absent' | 'equal' | 'ahead' | 'behind' | 'diverged'
  /** Commits whose notes the remote does not have as they are here. */
  readonly to_push: Count
  /** Commits whose notes are not here as the remote has them. */
  readonly to_pull: Count
  /** Commits whose notes were changed here by this command. */
  readonly pulled: Count
  /** Commits whose notes were changed at the remote by this command. */
  readonly pushed: Count
}

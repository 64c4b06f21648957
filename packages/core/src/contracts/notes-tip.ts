import type { CommitId } from '@chronicle/schema'

/** Id of the commit that a notes ref points to. */
export type NotesTip = CommitId

import type { CommitId } from '@chronicle/schema'

/** Id of the commit to which a notes ref points. */
export type NotesTip = CommitId

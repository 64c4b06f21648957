// Building blocks of a custom index: the difference between two states of the notes, and the facts of the notes.
export { blobsOf, changeBlobs, diffAllNotes, listAllNotes, readNotesTips, sameTips } from './notes-state.ts'
export type { BlobsByRef, ListedNotes, NotesDifference, NotesTips } from './notes-state.ts'
export { findArrived, readIndexedNotes } from './indexed-note.ts'
export type { IndexedNote } from './indexed-note.ts'

// What an index of one's own is made with: the difference between two states of the notes, and what the notes say.
export { blobsOf, changeBlobs, diffAllNotes, listAllNotes, readNotesTips, sameTips } from './notes-state.ts'
export type { BlobsByRef, ListedNotes, NotesDifference, NotesTips } from './notes-state.ts'
export { findArrived, readIndexedNotes } from './indexed-note.ts'
export type { IndexedNote } from './indexed-note.ts'

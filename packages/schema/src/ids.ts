import type { Tagged } from 'type-fest'

/** A full, lower-case hexadecimal commit id: 40 digits in sha1 repositories, 64 in sha256 ones. */
export type CommitId = Tagged<string, 'CommitId'>

/** The object id of a blob. Equal ids mean equal bytes, so it is the key of every content-addressed cache. */
export type BlobId = Tagged<string, 'BlobId'>

/** The object id of a tree. */
export type TreeId = Tagged<string, 'TreeId'>

/** A path relative to the repository root, `/`-separated, without `.` or `..` segments and without a leading `/`. */
export type RepoPath = Tagged<string, 'RepoPath'>

/** The full name of a notes ref, such as `refs/notes/chronicle`. */
export type NotesRef = Tagged<string, 'NotesRef'>

/** The notes ref that Chronicle reads and writes by default. */
export const DEFAULT_NOTES_REF: NotesRef = 'refs/notes/chronicle' as NotesRef

/** The form of a full object id, of either object format. */
export const FULL_ID: RegExp = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

/** Whether `text` is a full object id of either object format. */
export function isObjectId(text: string): boolean {
  return FULL_ID.test(text)
}

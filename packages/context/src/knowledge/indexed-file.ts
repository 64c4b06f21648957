import type { BlobId, FileClass, RepoPath } from '@chronicle/schema'

/** Index of the first symbol in the lengths of a file: those of `FILE_FIELDS` come before. */
export const FIRST_SYMBOL = 3

/** A file of a state that is in the knowledge base. */
export interface IndexedFile {
  readonly path: RepoPath
  readonly blob: BlobId
  /** Key of its facts in the collection `files`. */
  readonly key: string
  readonly class: FileClass
  /** Lengths of `FILE_FIELDS`, followed by those of its symbols. */
  readonly lengths: readonly number[]
}

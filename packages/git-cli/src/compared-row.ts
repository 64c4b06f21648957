import type { BlobId, RepoPath } from '@chronicle/schema'
import type { ParentPair } from './followed-name.ts'

/** A row of raw output without its paths. */
export interface RawRow {
  /** The blob on this side. Absent if there is no file; a submodule is not a file. */
  readonly before?: BlobId
  readonly after?: BlobId
  readonly modeBefore: string
  readonly modeAfter: string
  /** One letter, as git prints it. */
  readonly status: string
}

/** A file that differs between a commit and one of its parents. A rename has both paths, the old one first. */
export interface ComparedRow {
  readonly pair: ParentPair
  readonly row: RawRow
  readonly paths: readonly [RepoPath, RepoPath?]
}

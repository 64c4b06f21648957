import type { FileRevision } from '@chronicle/core/contracts'
import type { BlobId, CommitId, RepoPath } from '@chronicle/schema'

/** A commit and one of its parents. */
export type ParentPair = readonly [commit: CommitId, parent: CommitId]

/** A file under its name in a parent. */
export interface FormerName {
  readonly parent: CommitId
  readonly path: RepoPath
  readonly blob: BlobId
}

/** The revisions of a file under one name, and the file's former names. */
export interface FollowedName {
  readonly revisions: readonly FileRevision[]
  readonly formerNames: ReadonlyMap<ParentPair, FormerName>
}

import type { Annotation, CommitId, Region } from '@chronicle/schema'

/** A region as far as placing it needs it. */
export interface PlaceableRegion {
  readonly commit: CommitId
  /** Committer time in seconds. Absent when the commit object is not in the repository. */
  readonly committedAt?: number
  readonly region: Region
  /** The commit in whose files its path, unit and lines are: its own, or the one at which it was given a new place. */
  readonly statedAt: CommitId
}

/** A region of an annotation, as its corrections leave it. */
export interface RecordedRegion extends PlaceableRegion {
  readonly annotation: Annotation
  /** Position of the region in its annotation. */
  readonly position: number
  /** What corrections leave of its confidence, in [0, 1]. */
  readonly correctionFactor: number
  /** Withdrawn: not to be shown as valid. */
  readonly retracted: boolean
}

/** Whether a region is about all of a file; of a folder, where it names one. */
export function isWholeFile({ ast_anchor: anchor, file, lines }: Region): boolean {
  return file !== undefined && anchor === undefined && lines === undefined
}

import type { Annotation, CommitId, Region } from '@chronicle/schema'

/** The parts of a region that its placement depends on. */
export interface PlaceableRegion {
  readonly commit: CommitId
  /** Committer time in seconds. Absent if the commit object is not in the repository. */
  readonly committedAt?: number
  readonly region: Region
  /** The commit in which its path, unit and lines were recorded: its own, or the one at which it was reattached. */
  readonly recordedIn: CommitId
}

/** A region of an annotation, with corrections applied. */
export interface RecordedRegion extends PlaceableRegion {
  readonly annotation: Annotation
  /** Position of the region in its annotation. */
  readonly position: number
  /** Factor that corrections apply to its confidence, in [0, 1]. */
  readonly correctionFactor: number
  /** Whether it was withdrawn and must not be shown as valid. */
  readonly retracted: boolean
}

/** Whether a region is about a whole file, or about a folder when it names one. */
export function isWholeFile({ ast_anchor: anchor, file, lines }: Region): boolean {
  return file !== undefined && anchor === undefined && lines === undefined
}

import type { Annotation, CommitId, Region } from '@chronicle/schema'

/** A region of a note that may be about the queried code. */
export interface NotedRegion {
  readonly commit: CommitId
  /** Position of the commit in the history, from `Ancestry`. */
  readonly rank: number
  readonly annotation: Annotation
  readonly region: Region
  /** Position in its annotation. */
  readonly position: number
  readonly retracted: boolean
}

/** Sorts oldest first; regions of one commit in the order of its annotation. */
export function compareNoted(a: NotedRegion, b: NotedRegion): number {
  return a.rank - b.rank || a.position - b.position
}

/** Returns a key that identifies a region. */
export function notedKey({ commit, position }: NotedRegion): string {
  return `${commit} ${position}`
}

import type { Annotation, CommitId, Region } from '@chronicle/schema'

/** A region of a note that may speak of the code in question. */
export interface NotedRegion {
  readonly commit: CommitId
  /** Place of the commit in time, as `Ancestry` gives it. */
  readonly rank: number
  readonly annotation: Annotation
  readonly region: Region
  /** Position in its annotation. */
  readonly position: number
  readonly retracted: boolean
}

/** Oldest first; of one commit, in the order of its annotation. */
export function compareNoted(a: NotedRegion, b: NotedRegion): number {
  return a.rank - b.rank || a.position - b.position
}

/** Tells a region from all others. */
export function notedKey({ commit, position }: NotedRegion): string {
  return `${commit} ${position}`
}

import type { Annotation, CommitId, Region } from '@chronicle/schema'

/** A region of a note that may be about the queried code. */
export interface RankedRegion {
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
export function compareByRank(a: RankedRegion, b: RankedRegion): number {
  return a.rank - b.rank || a.position - b.position
}

/** Returns a key that identifies a region. */
export function regionKey({ commit, position }: Pick<RankedRegion, 'commit' | 'position'>): string {
  return `${commit} ${position}`
}

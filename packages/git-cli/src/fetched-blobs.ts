import type { RecentMap } from '@chronicle/core/contracts'

/** Cache of what is known about the blobs of a clone that was made without them. */
export interface FetchedBlobs {
  /** Blobs that are present. */
  readonly here: RecentMap<string, true>
  /** Whether any blob may be missing. Absent until it is checked. */
  partial?: boolean
}

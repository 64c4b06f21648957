import type { RecentValues } from './recent-values.ts'

/** Cache of what is known about the blobs of a clone that was made without them. */
export interface FetchedBlobs {
  /** Blobs that are present. */
  readonly here: RecentValues<string, true>
  /** Whether any blob may be missing. Absent until it is checked. */
  partial?: boolean
}

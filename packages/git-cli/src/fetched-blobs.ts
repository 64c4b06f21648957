import type { RecentValues } from './recent-values.ts'

/** What is known of the blobs of a clone that was made without them. */
export interface FetchedBlobs {
  /** Blobs that are here. */
  readonly here: RecentValues<string, true>
  /** Whether any may be missing, once that was looked at. */
  partial?: boolean
}

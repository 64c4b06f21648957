/** Accepted by everything that waits. */
export interface CallOptions {
  /** Aborting makes the call fail with the code `aborted`, at the latest when the step under way ends. */
  readonly signal?: AbortSignal
  /** Told from time to time how far a long step has come. Never called after the call has ended. */
  readonly onProgress?: (progress: Progress) => void
}

/** How far a long step has come. */
export interface Progress {
  /** What is being done, in a few words for people: `indexing notes`. */
  readonly step: string
  readonly done: number
  /** Absent when it is not known beforehand. */
  readonly total?: number
}

/** Options of every asynchronous call. */
export interface CallOptions {
  /** Aborting makes the call fail with the code `aborted`, at the latest when the current step ends. */
  readonly signal?: AbortSignal | undefined
  /** Receives the progress of a long step from time to time. Never called after the call has ended. */
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

/** Progress of a long step. */
export interface Progress {
  /** The current step in a few words for people: `indexing notes`. */
  readonly step: string
  readonly done: number
  /** Absent if unknown in advance. */
  readonly total?: number
}

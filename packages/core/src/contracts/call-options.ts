/** Accepted by everything that waits. */
export interface CallOptions {
  /** Aborting makes the call fail with the code `aborted`, at the latest when the step under way ends. */
  readonly signal?: AbortSignal
}

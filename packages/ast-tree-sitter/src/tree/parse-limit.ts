/** How long one parse may take, and the clock that measures it. */
export interface ParseLimit {
  /** Milliseconds. */
  readonly time: number
  readonly now: () => number
}

/** Starts the time; the result says whether it is up. */
export function createDeadline({ time, now }: ParseLimit): () => boolean {
  const deadline = now() + time
  let late = false
  return () => (late ||= now() > deadline)
}

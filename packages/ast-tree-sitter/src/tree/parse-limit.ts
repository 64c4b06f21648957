/** How long one parse may take, and the clock that measures it. */
export interface ParseLimit {
  /** Maximum time in milliseconds. */
  readonly time: number
  readonly now: () => number
}

/** Starts the time limit; the returned function says whether the time is up. */
export function createDeadline({ time, now }: ParseLimit): () => boolean {
  const deadline = now() + time
  let late = false
  return () => (late ||= now() > deadline)
}

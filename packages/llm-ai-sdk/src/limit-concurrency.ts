import pLimit from 'p-limit'

/** Limits the number of concurrent holders; the others wait their turn. */
export interface Gate {
  /** Resolves with a function that releases the place. Rejects with the signal's reason if it is aborted first. */
  enter(signal?: AbortSignal): Promise<() => void>
}

/** Creates a gate for `places` holders, at least one. */
export function createGate(places: number): Gate {
  const limit = pLimit(Math.max(1, places))
  return {
    enter: (signal) =>
      new Promise((resolve, reject) => {
        const abort = (): void => reject(signal?.reason as Error)
        if (signal?.aborted === true) return abort()
        signal?.addEventListener('abort', abort, { once: true })
        void limit(async () => {
          signal?.removeEventListener('abort', abort)
          // A caller that aborted while waiting takes no place.
          if (signal?.aborted !== true) await new Promise<void>((leave) => resolve(leave))
        })
      }),
  }
}

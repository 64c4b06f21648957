import pLimit from 'p-limit'

/** Lets a bounded number of holders in at a time; the others wait their turn. */
export interface Gate {
  /** Resolves with what gives the place back. Rejects with the reason of the signal when it is aborted first. */
  enter(signal?: AbortSignal): Promise<() => void>
}

/** Makes a gate for `places` holders, at least one. */
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
          // Who gave up while waiting takes no place.
          if (signal?.aborted !== true) await new Promise<void>((leave) => resolve(leave))
        })
      }),
  }
}

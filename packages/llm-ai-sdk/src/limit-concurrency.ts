/** Lets a bounded number of holders in at a time; the others wait their turn. */
export interface Gate {
  /** Resolves with what gives the place back. Rejects with the reason of the signal when it is aborted first. */
  enter(signal?: AbortSignal): Promise<() => void>
}

/** Makes a gate for `places` holders, at least one. */
export function createGate(places: number): Gate {
  let free = Math.max(1, places)
  const waiting: (() => void)[] = []
  const leave = (): void => {
    const next = waiting.shift()
    if (next === undefined) free += 1
    else next()
  }
  return {
    enter: (signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(signal.reason as Error)
          return
        }
        if (free > 0) {
          free -= 1
          resolve(leave)
          return
        }
        const enter = (): void => {
          signal?.removeEventListener('abort', abort)
          resolve(leave)
        }
        const abort = (): void => {
          waiting.splice(waiting.indexOf(enter), 1)
          reject(signal?.reason as Error)
        }
        waiting.push(enter)
        signal?.addEventListener('abort', abort, { once: true })
      }),
  }
}

/** Waits, and rejects with the signal's reason when it is aborted meanwhile. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>

/** Waits by the timer of the runtime. */
export const sleepByTimer: Sleep = (milliseconds, signal) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const rings = (): Promise<void> =>
    new Promise((resolve) => {
      timer = setTimeout(resolve, milliseconds)
    })
  return orAborted(signal, rings).finally(() => clearTimeout(timer))
}

/** Starts something and waits for it, but no longer than until the signal is aborted; rejects with its reason then. */
export function orAborted<T>(signal: AbortSignal | undefined, start: () => Promise<T>): Promise<T> {
  if (signal === undefined) return start()
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error)
    if (signal.aborted) {
      abort()
      return
    }
    signal.addEventListener('abort', abort, { once: true })
    // After an abort, what it ends in is of no interest to anyone: this promise is settled.
    start()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort))
  })
}

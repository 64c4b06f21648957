/** A function that waits. It rejects with the signal's reason if the signal is aborted meanwhile. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>

/** Waits with the timer of the runtime. */
export const sleepByTimer: Sleep = (milliseconds, signal) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const rings = (): Promise<void> =>
    new Promise((resolve) => {
      timer = setTimeout(resolve, milliseconds)
    })
  return orAborted(signal, rings).finally(() => clearTimeout(timer))
}

/** Starts an operation and waits for it until the signal is aborted, then rejects with the signal's reason. */
export function orAborted<T>(signal: AbortSignal | undefined, start: () => Promise<T>): Promise<T> {
  if (signal === undefined) return start()
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error)
    if (signal.aborted) {
      abort()
      return
    }
    signal.addEventListener('abort', abort, { once: true })
    // After an abort the operation's result is ignored, because this promise is settled already.
    start()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort))
  })
}

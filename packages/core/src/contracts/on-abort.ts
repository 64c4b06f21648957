const listeners = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls back when the signal is aborted. Returns a function that removes the callback. However many calls share a
 * signal, it has only one listener, because Node reports more than ten as a leak on stderr.
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (signal === undefined) return () => undefined
  let callbacks = listeners.get(signal)
  if (callbacks === undefined) {
    const made = new Set<() => void>()
    callbacks = made
    listeners.set(signal, made)
    signal.addEventListener('abort', () => made.forEach((call) => call()), { once: true })
  }
  // A wrapper, so that the same callback can be registered twice.
  const own = (): void => callback()
  callbacks.add(own)
  return () => callbacks.delete(own)
}

const listeners = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls back when the signal is aborted; returns what undoes that. However many calls share a signal, it gets one
 * listener: Node takes more than ten for a leak and says so on stderr.
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
  // A function of its own, so that the same callback can be there twice.
  const own = (): void => callback()
  callbacks.add(own)
  return () => callbacks.delete(own)
}

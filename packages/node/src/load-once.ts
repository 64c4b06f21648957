/**
 * Returns a function that loads something on its first call. A failure is not kept, because it may pass: the process
 * had too many open files.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () =>
    (loading ??= load().catch((cause: unknown) => {
      loading = undefined
      throw cause
    }))
}

/**
 * Returns a function that loads something on its first call. A failure is not kept, because it may pass: the process
 * had too many open files.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    if (loading !== undefined) return loading
    loading = load()
    // The caller gets the failure; here it is only forgotten.
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }
}

/**
 * Returns a function that loads something on its first call. A failure, rejected or returned, is not kept, because it
 * may pass: the process had too many open files, or a key is set later.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  const forget = (): void => {
    loading = undefined
  }
  return () => {
    if (loading !== undefined) return loading
    loading = load()
    loading.then((loaded) => {
      if (isFailure(loaded)) forget()
    }, forget)
    return loading
  }
}

function isFailure(loaded: unknown): boolean {
  const { isErr } = (loaded ?? {}) as { readonly isErr?: unknown }
  return typeof isErr === 'function' && isErr.call(loaded) === true
}

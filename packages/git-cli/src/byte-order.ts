/** Sorts as git does, by UTF-8 bytes. */
export function sortByBytes(paths: readonly string[]): string[] {
  // Without surrogates, UTF-16 order equals byte order.
  if (!paths.some((path) => /[\ud800-\udfff]/.test(path))) return [...paths].sort()
  return [...paths].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
}

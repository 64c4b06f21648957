/** Sorts as git does, by the bytes of the UTF-8 form. */
export function sortByBytes(paths: readonly string[]): string[] {
  // Without surrogates, the order of UTF-16 units is the order of bytes.
  if (!paths.some((path) => /[\ud800-\udfff]/.test(path))) return [...paths].sort()
  return [...paths].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
}

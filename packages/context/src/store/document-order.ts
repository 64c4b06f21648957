/** Compares two texts by their UTF-16 code units, as `<` does: the same on every machine. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Compares two things that have a key. */
export function compareKeys(a: { readonly key: string }, b: { readonly key: string }): number {
  return compareTexts(a.key, b.key)
}

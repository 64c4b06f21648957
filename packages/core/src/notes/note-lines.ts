/** Returns the non-empty lines of a note that stores a set of lines. */
export function noteLines(bytes: Uint8Array): readonly string[] {
  return new TextDecoder()
    .decode(bytes)
    .split('\n')
    .filter((line) => line !== '')
}

/** Returns a note with some of its lines; the same bytes if all are kept, `undefined` if none is. */
export function keepNoteLines(bytes: Uint8Array, isKept: (line: string) => boolean): Uint8Array | undefined {
  const lines = noteLines(bytes)
  const kept = lines.filter(isKept)
  if (kept.length === lines.length) return bytes
  return kept.length === 0 ? undefined : new TextEncoder().encode(`${kept.join('\n')}\n`)
}

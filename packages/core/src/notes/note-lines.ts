/** Returns the non-empty lines of a note that stores a set of lines. */
export function noteLines(bytes: Uint8Array): readonly string[] {
  return new TextDecoder()
    .decode(bytes)
    .split('\n')
    .filter((line) => line !== '')
}

/** The lines of a note that holds a set of them. Empty ones are left out. */
export function noteLines(bytes: Uint8Array): readonly string[] {
  return new TextDecoder()
    .decode(bytes)
    .split('\n')
    .filter((line) => line !== '')
}

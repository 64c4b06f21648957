/** Returns the trimmed lines of a text. */
export function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(/\r?\n/).map((line) => line.trim())
}

/** Returns the lines that only one of two texts has, ignoring surrounding white space. */
export function changedLines(
  before: string,
  after: string,
): { readonly added: readonly string[]; readonly removed: readonly string[] } {
  const old = new Set(linesOf(before))
  const now = new Set(linesOf(after))
  return {
    added: [...now].filter((line) => line !== '' && !old.has(line)),
    removed: [...old].filter((line) => line !== '' && !now.has(line)),
  }
}

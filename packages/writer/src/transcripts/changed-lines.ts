/** The lines of a text, without white space at their ends. */
export function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(/\r?\n/).map((line) => line.trim())
}

/** The lines that one text has and the other has not, white space around them aside. */
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

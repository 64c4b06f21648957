/** Tells whether a text has every key of a fact, whatever marks, white space and case either of them has. */
export function isTold(keys: readonly string[], text: string): boolean {
  const read = withoutMarks(text)
  return keys.every((key) => read.includes(withoutMarks(key)))
}

/**
 * A text without the marks that differ between a message and its quotation: quote marks, backslashes, the `>` of
 * quoted lines, kinds of white space, and case.
 */
function withoutMarks(text: string): string {
  return text
    .replace(/^[ \t]*(?:>[ \t]?)+/gmu, '')
    .replace(/[`'"“”‘’\\]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase()
}

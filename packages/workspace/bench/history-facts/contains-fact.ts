/** Whether a text contains every key of a fact, ignoring marks, white space and case. */
export function containsFact(keys: readonly string[], text: string): boolean {
  const read = withoutMarks(text)
  return keys.every((key) => read.includes(withoutMarks(key)))
}

/**
 * Removes what differs between a message and its quotation: quote marks, backslashes, the `>` of quoted lines, kinds of
 * white space, and case.
 */
function withoutMarks(text: string): string {
  return text
    .replace(/^[ \t]*(?:>[ \t]?)+/gmu, '')
    .replace(/[`'"“”‘’\\]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase()
}

/** Words that unrelated sentences have in common. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'the and for are but not you all any can has had was were will with this that they them then than there their ' +
    'these those from into its our out have been being when where which while what who how why does did doing done ' +
    'use used using also only just very more most some such each other same should would could may might must shall'
  ).split(' '),
)

/** Share of the content words of a rule that must be close together for the rule to count as still there. */
export const MIN_SHARED_WORDS = 0.7
/** Minimum number of content words of a rule. Shorter rules would be found by chance. */
export const MIN_CONTENT_WORDS = 4

/** Returns the words that carry the meaning of a text, in lower case and in order. */
export function contentWords(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? []).filter((word) => !STOP_WORDS.has(word))
}

/**
 * Returns the largest share of the distinct content words of a rule that are close together in a text: within one and a
 * half times the rule's number of content words, so that a long comment does not contain a rule by accident.
 */
export function shareOfWords(rule: readonly string[], text: readonly string[]): number {
  const wanted = new Set(rule)
  const width = Math.ceil(rule.length * 1.5)
  const inWindow = new Map<string, number>()
  let found = 0
  let best = 0
  for (const [index, word] of text.entries()) {
    if (wanted.has(word)) {
      const count = inWindow.get(word) ?? 0
      inWindow.set(word, count + 1)
      if (count === 0) found++
    }
    const leaving = index >= width ? text[index - width] : undefined
    if (leaving !== undefined && wanted.has(leaving)) {
      const count = (inWindow.get(leaving) ?? 0) - 1
      inWindow.set(leaving, count)
      if (count === 0) found--
    }
    best = Math.max(best, found)
  }
  return best / wanted.size
}

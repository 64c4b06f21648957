/**
 * Patterns of English words, each under a text that it matches. The text shows a reader what the pattern is for, and a
 * test checks that the pattern matches it.
 */
export type PhraseRules = Readonly<Record<string, RegExp>>

/** Returns whether a text matches any of the rules. */
export function matchesPhrase(rules: PhraseRules, text: string): boolean {
  return Object.values(rules).some((pattern) => pattern.test(text))
}

/**
 * Patterns of English words, each under a text that it recognises: the texts tell a reader what a pattern is for, and a
 * test holds each pattern to its text.
 */
export type PhraseRules = Readonly<Record<string, RegExp>>

/** Returns whether a text matches one of the rules. */
export function matchesPhrase(rules: PhraseRules, text: string): boolean {
  return Object.values(rules).some((pattern) => pattern.test(text))
}

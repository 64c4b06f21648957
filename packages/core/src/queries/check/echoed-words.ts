/** Shorter words say little: articles, prepositions, most keywords. */
const MIN_WORD = 4
/** The share of an approach's words that the added lines must have for it to count as tried again. */
const MIN_SHARE = 0.5
/** Code units of added lines that are looked at in one file. */
const MAX_ADDED = 1_000_000

/** The words of a text in lower case; `maxPoolSize` and `max_pool_size` are three words. */
export function wordsOf(text: string): ReadonlySet<string> {
  const words = text
    .slice(0, MAX_ADDED)
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  return new Set(words.filter((word) => word.length >= MIN_WORD))
}

/**
 * The words of a rejected approach that were added, when they are at least half of its words of four letters or more
 * and at least two of them, or all; else none. Words, not meaning: it raises a finding, and never hides one.
 */
export function echoedWords(approach: string, added: ReadonlySet<string>): readonly string[] {
  const words = [...wordsOf(approach)]
  const shared = words.filter((word) => added.has(word))
  const enough = shared.length >= words.length * MIN_SHARE && shared.length >= Math.min(2, words.length)
  return enough ? shared : []
}

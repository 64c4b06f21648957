/** Minimum word length; shorter words carry little meaning: articles, prepositions, most keywords. */
const MIN_WORD = 4
/** Minimum share of an approach's words in the added lines for it to count as tried again. */
const MIN_SHARE = 0.5
/** Maximum number of UTF-16 code units of added lines that are examined in one file. */
const MAX_ADDED = 1_000_000

/**
 * Returns the words of a text in lower case. `maxPoolSize` and `max_pool_size` are split into three words; words
 * shorter than `MIN_WORD` are omitted.
 */
export function wordsOf(text: string): ReadonlySet<string> {
  const words = text
    .slice(0, MAX_ADDED)
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  return new Set(words.filter((word) => word.length >= MIN_WORD))
}

/**
 * Returns the words of a rejected approach that the added lines contain, if they are at least half of its words of four
 * letters or more, and at least two of them or all; otherwise none. It compares words, not meaning: a match raises a
 * finding and never hides one.
 */
export function repeatedApproachWords(approach: string, added: ReadonlySet<string>): readonly string[] {
  const words = [...wordsOf(approach)]
  const shared = words.filter((word) => added.has(word))
  const enough = shared.length >= words.length * MIN_SHARE && shared.length >= Math.min(2, words.length)
  return enough ? shared : []
}

import { stemmer } from 'stemmer'
import { splitIdentifier } from './split-identifier.ts'
import { STOP_WORDS } from './stop-words.ts'

/** Maximum length of a word. Longer ones are encoded data. */
const MAX_WORD_LENGTH = 64
/** Maximum size of the cache. Identifiers repeat within a repository more than within a file. */
const MAX_KEPT = 200_000

const kept = new Map<string, readonly string[]>()

/**
 * Returns the index terms of an identifier or word: its parts, stemmed, and if there are several, also the whole in
 * lower case. Single characters and stop words are omitted.
 */
export function termsOf(identifier: string): readonly string[] {
  const known = kept.get(identifier)
  if (known !== undefined) return known
  const terms = computeTerms(identifier)
  if (kept.size >= MAX_KEPT) kept.clear()
  kept.set(identifier, terms)
  return terms
}

function computeTerms(identifier: string): readonly string[] {
  if (identifier.length > MAX_WORD_LENGTH) return []
  const parts = splitIdentifier(identifier)
  const terms = parts.filter(isMeaningful).map((part) => stemmer(part))
  const whole = wholeName(identifier)
  return parts.length > 1 && whole.length > 2 ? [...terms, whole] : terms
}

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu

/** Yields the index terms of a text's words in order, with repetitions. */
export function* termsOfWords(text: string): Generator<string> {
  for (const [word] of text.matchAll(WORD)) yield* termsOf(word)
}

/** Returns the term of an identifier as a whole: lower case, without separators. */
export function wholeName(identifier: string): string {
  return identifier.replace(/[_$]/g, '').toLowerCase()
}

function isMeaningful(word: string): boolean {
  return word.length > 1 && !STOP_WORDS.has(word)
}

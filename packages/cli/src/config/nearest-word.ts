import { nearestSpelling } from '@chronicle/core/text'
import { distance } from 'fastest-levenshtein'

/**
 * Returns the word that was probably meant: at most two edits away, or one that contains the given word. Case and
 * separators are ignored.
 */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  const wanted = plain(word)
  let best =
    words.find((candidate) => wanted.length > 2 && plain(candidate).startsWith(wanted)) ??
    words.find((candidate) => wanted.length > 4 && plain(candidate).includes(wanted))
  let least = Math.min(3, Math.ceil(wanted.length / 2))
  for (const candidate of words) {
    const away = distance(wanted, plain(candidate))
    if (away < least) {
      best = candidate
      least = away
    }
  }
  // This counts two letters that swapped places as one edit.
  return best ?? nearestSpelling(word, words)
}

function plain(word: string): string {
  return word.toLowerCase().replace(/[-_\s]/gu, '')
}

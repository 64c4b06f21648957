import { distance } from 'fastest-levenshtein'

/**
 * Returns the known key that `key` is most likely a misspelling of: some letters wrong or swapped, or a part missing.
 */
export function nearestKey(key: string, known: Iterable<string>): string | undefined {
  const word = plain(key)
  if (word.length < 2 || word.length > 60) return undefined
  let best: string | undefined
  let bestDistance = Infinity
  for (const candidate of known) {
    const other = plain(candidate)
    const contained = word.length >= 4 && (other.includes(word) || word.includes(other))
    const apart = contained || letters(word) === letters(other) ? 1 : distance(word, other)
    if (apart < bestDistance && apart <= Math.max(1, Math.floor(other.length / 3))) {
      best = candidate
      bestDistance = apart
    }
  }
  return best
}

function letters(word: string): string {
  return [...word].sort().join('')
}

function plain(key: string): string {
  return key.toLowerCase().replace(/[^a-z0-9]/g, '')
}

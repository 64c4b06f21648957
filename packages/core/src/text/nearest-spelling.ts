import { distance } from 'fastest-levenshtein'

/** Maximum number of characters of a word to compare; names are not longer. */
const MAX_COMPARED = 60

/** Returns the name that a word was most likely meant to be: at most a third of its letters differ. */
export function nearestSpelling(word: string, names: readonly string[]): string | undefined {
  return nearestSpellings(word, names)[0]
}

/**
 * Returns all names that differ from a word in at most a third of their letters, nearest first. `part` returns the part
 * of a name to compare.
 */
export function nearestSpellings(
  word: string,
  names: readonly string[],
  part: (name: string) => string = (name) => name,
): readonly string[] {
  const wanted = word.slice(0, MAX_COMPARED).toLowerCase()
  return names
    .map((name) => ({ name, compared: part(name).toLowerCase() }))
    .map(({ name, compared }) => ({ name, length: compared.length, away: countMistakes(wanted, compared) }))
    .filter(({ length, away }) => away <= Math.max(1, Math.floor(length / 3)))
    .sort((a, b) => a.away - b.away)
    .map(({ name }) => name)
}

/** Counts the letters that differ. Two letters that swapped places, or one that moved, count as one mistake. */
function countMistakes(one: string, other: string): number {
  const away = distance(one, other)
  return away === 2 && [...one].sort().join('') === [...other].sort().join('') ? 1 : away
}

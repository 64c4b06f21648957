import { distance } from 'fastest-levenshtein'

/** Maximum number of characters of a word to compare; names are not longer. */
const MAX_COMPARED = 60

/** Returns the name that a word was most likely meant to be: at most a third of its letters differ. */
export function nearestSpelling(word: string, names: readonly string[]): string | undefined {
  const wanted = word.slice(0, MAX_COMPARED).toLowerCase()
  const near = names
    .map((name) => ({ name, away: distance(wanted, name.toLowerCase()) }))
    .filter(({ name, away }) => away <= Math.max(1, Math.floor(name.length / 3)))
    .sort((a, b) => a.away - b.away)
  return near[0]?.name
}

import { termsOfWords } from '../words/terms.ts'
import { taskSections } from './task-sections.ts'

/** Weight of an occurrence, by section. */
const TITLE_WEIGHT = 7
const PROSE_WEIGHT = 1
const CODE_WEIGHT = 0.5
/** Maximum number of terms of a long description, by weight. */
const MAX_TERMS = 120

/**
 * Returns the index terms of a task with their weights: the square root of the weighted number of occurrences. The title
 * counts most, code and logs least: a word that they repeat counts at most as one in the title. `more`: words added to
 * the description, which count as prose.
 */
export function queryTerms(description: string, more: readonly string[] = []): ReadonlyMap<string, number> {
  const { title, prose, code } = taskSections(description)
  const counts = new Map<string, number>()
  const add = (part: string, weight: number): void => {
    for (const term of termsOfWords(part)) counts.set(term, (counts.get(term) ?? 0) + weight)
  }
  add(code, CODE_WEIGHT)
  for (const [term, count] of counts) counts.set(term, Math.min(count, TITLE_WEIGHT))
  add(title, TITLE_WEIGHT)
  add(prose, PROSE_WEIGHT)
  add(more.join(' '), PROSE_WEIGHT)
  const weighted = [...counts].map(([term, count]) => [term, Math.sqrt(count)] as const)
  return new Map(weighted.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, MAX_TERMS))
}

/** Returns the distinct terms of a text, in order. */
export function termsOfText(text: string): readonly string[] {
  return [...new Set(termsOfWords(text))]
}

import type { TaskQuery } from '@chronicle/schema'
import type { SymbolFacts } from '../facts/file-facts.ts'
import { ownName } from '../words/own-name.ts'
import { splitIdentifier } from '../words/split-identifier.ts'
import type { TestLine } from './test-expectations.ts'

/** Minimum number of letters of a quotation that is searched for in tests. */
const MIN_PHRASE = 8
/** Minimum number of words that a unit and a test named after it share, and their minimum share of the unit's words. */
const [MIN_WORDS, MIN_SHARE] = [2, 0.75]

/**
 * Returns how directly a test is about a task, in order of certainty: 2 if it contains a text that the task quotes, plus
 * 1 if it is named after a unit that the task names; 0 if only its words are alike.
 */
export function testRelevance(
  { lines: { start, end }, name }: SymbolFacts,
  lines: readonly TestLine[],
  { phrases, symbol_hints: units }: Pick<TaskQuery, 'phrases' | 'symbol_hints'>,
): number {
  const quoted = phrases.map((phrase) => phrase.toLowerCase()).filter((phrase) => phrase.length >= MIN_PHRASE)
  const own = lines.slice(start - 1, end).map(({ text }) => text.toLowerCase())
  const quotes = quoted.some((phrase) => own.some((line) => line.includes(phrase)))
  return (quotes ? 2 : 0) + (units.some((unit) => isNamedAfter(ownName(name), unit)) ? 1 : 0)
}

/** `TestTreeFindCaseInsensitivePath` is named after `findCaseInsensitivePathRec`. */
function isNamedAfter(test: string, unit: string): boolean {
  const named = new Set(splitIdentifier(test))
  const words = [...new Set(splitIdentifier(unit))]
  const shared = words.filter((word) => named.has(word)).length
  return shared >= MIN_WORDS && shared >= MIN_SHARE * words.length
}

import type { ReadRegion, Region } from '@chronicle/schema'
import { foldWords } from '../answer/fold-text.ts'

/** A file whose comments are compared with recorded ones; without a text if it is binary. */
export interface CommentedFile {
  readonly text: { lines(): readonly string[] } | undefined
}

const folded = new WeakMap<readonly string[], string>()

/** Returns the words of a file. Cached, because the regions about a file are many. */
function wordsOf(lines: readonly string[]): string {
  const words = folded.get(lines) ?? foldWords(lines.join('\n'))
  folded.set(lines, words)
  return words
}

/**
 * Returns whether a region that only repeats a comment still has that comment in its file. `undefined` for a region
 * that says more, or was not taken from a comment.
 */
export function commentOfRegion(region: Region, { text }: CommentedFile): ReadRegion['comment'] {
  const quotes = region.evidence.filter(({ kind }) => kind === 'file_lines').map(({ quote = '' }) => foldWords(quote))
  if (quotes.length === 0 || quotes.length < region.evidence.length || quotes.includes('')) return undefined
  const all = quotes.join(' ')
  const texts = [
    region.intent,
    region.reasoning ?? '',
    region.risk_notes ?? '',
    ...region.constraints.map((constraint) => constraint.text),
    ...region.rejected_alternatives.flatMap(({ approach, reason }) => [approach, reason]),
  ]
  const repeatsOnly = texts.map(foldWords).every((words) => all.includes(words))
  if (!repeatsOnly || region.semantic_dependencies.length > 0 || text === undefined) return undefined
  const now = wordsOf(text.lines())
  return quotes.every((quote) => now.includes(quote)) ? 'stands' : 'changed'
}

/**
 * Returns the constraints of a region that were taken from comments of the code which are no longer in the file,
 * whatever else the region says.
 */
export function rulesOfRemovedComments({ constraints, evidence }: Region, { text }: CommentedFile): readonly string[] {
  const quotes = evidence.filter(({ kind }) => kind === 'file_lines').map(({ quote = '' }) => foldWords(quote))
  if (quotes.length === 0 || text === undefined) return []
  const now = wordsOf(text.lines())
  return constraints
    .map((constraint) => constraint.text)
    .filter((rule) => {
      const own = quotes.filter((quote) => quote !== '' && quote.includes(foldWords(rule)))
      return own.length > 0 && own.every((quote) => !now.includes(quote))
    })
}

/** Returns the region without the rules that were inferred from comments which are no longer in the file. */
export function withoutRemovedRules(region: Region, file: CommentedFile): Region {
  if (region.constraints.every(({ source }) => source === 'author')) return region
  const removed = new Set(rulesOfRemovedComments(region, file))
  const constraints = region.constraints.filter(({ source, text }) => source === 'author' || !removed.has(text))
  return constraints.length === region.constraints.length ? region : { ...region, constraints }
}

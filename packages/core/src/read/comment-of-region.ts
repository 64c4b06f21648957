import type { ReadRegion, Region } from '@chronicle/schema'
import { foldWords } from '../answer/fold-text.ts'
import type { TargetFile } from '../place/target-file.ts'

/**
 * Returns whether a region that only repeats a comment still has that comment in its file. `undefined` for a region
 * that says more, or was not taken from a comment.
 */
export function commentOfRegion(region: Region, { text }: TargetFile): ReadRegion['comment'] {
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
  const now = foldWords(text.lines().join('\n'))
  return quotes.every((quote) => now.includes(quote)) ? 'stands' : 'changed'
}

/**
 * Returns the constraints of a region that were taken from comments of the code which are no longer in the file,
 * whatever else the region says.
 */
export function rulesOfRemovedComments({ constraints, evidence }: Region, { text }: TargetFile): readonly string[] {
  const quotes = evidence.filter(({ kind }) => kind === 'file_lines').map(({ quote = '' }) => foldWords(quote))
  if (quotes.length === 0 || text === undefined) return []
  const now = foldWords(text.lines().join('\n'))
  return constraints
    .map((constraint) => constraint.text)
    .filter((rule) => {
      const own = quotes.filter((quote) => quote !== '' && quote.includes(foldWords(rule)))
      return own.length > 0 && own.every((quote) => !now.includes(quote))
    })
}

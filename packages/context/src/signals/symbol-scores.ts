import type { RepoPath } from '@chronicle/schema'
import type { TermMatches } from './term-matches.ts'
import { memoizeWeakly } from '../memoize.ts'
import { termScore } from './bm25.ts'

/** Position of the first pair of symbol and weight in a posting's counts. */
const FIRST_PAIR = 3

/** Scores of the symbols of each file, by their position in `FileFacts.symbols`. */
export type SymbolScores = ReadonlyMap<RepoPath, ReadonlyMap<number, number>>

/** Scores every symbol by BM25 over its own text, in which its name counts three times. */
export const symbolScores: (matches: TermMatches) => SymbolScores = memoizeWeakly(computeScores)

function computeScores(matches: TermMatches): SymbolScores {
  const scores = new Map<RepoPath, Map<number, number>>()
  for (const [term, weight] of matches.weights) {
    const weightByRarity = weight * matches.idf(term)
    for (const { file, counts } of matches.postings.get(term) ?? []) {
      let ofFile = scores.get(file.path)
      if (ofFile === undefined) scores.set(file.path, (ofFile = new Map<number, number>()))
      for (let at = FIRST_PAIR; at + 1 < counts.length; at += 2) {
        const symbol = counts[at] ?? 0
        const frequency = counts[at + 1] ?? 0
        const length = file.lengths[FIRST_PAIR + symbol] ?? 0
        const score = termScore(weightByRarity, frequency, length, matches.averageSymbol)
        ofFile.set(symbol, (ofFile.get(symbol) ?? 0) + score)
      }
    }
  }
  return scores
}

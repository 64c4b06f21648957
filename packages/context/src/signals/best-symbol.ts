import type { RepoPath } from '@chronicle/schema'
import { signal, type Signal } from './signal.ts'
import { symbolScores } from './symbol-scores.ts'

/** Scores files by the BM25 of their best three symbols: the best, half of the second, a quarter of the third. */
export const bestSymbolSignal: Signal = signal('best_symbol', ({ matches }) => {
  const scores = new Map<RepoPath, number>()
  for (const [path, symbols] of symbolScores(matches)) {
    let first = 0
    let second = 0
    let third = 0
    for (const score of symbols.values()) {
      if (score > first) [first, second, third] = [score, first, second]
      else if (score > second) [second, third] = [score, second]
      else if (score > third) third = score
    }
    if (first > 0) scores.set(path, first + second / 2 + third / 4)
  }
  return scores
})

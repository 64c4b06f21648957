import type { RepoPath } from '@chronicle/schema'
import { signal, type Signal } from './signal.ts'

/** Weight of a term in a file name, where a term in a folder name counts 1. */
const NAME_WEIGHT = 2

/** Scores files by the task's words in their path, weighted by rarity. Shorter paths score higher. */
export const pathTermsSignal: Signal = signal('path_terms', ({ matches }) => {
  const scores = new Map<RepoPath, number>()
  for (const [term, weight] of matches.weights) {
    for (const path of matches.inPaths.get(term) ?? []) {
      const terms = matches.paths.get(path)
      const share = terms?.name.has(term) === true ? NAME_WEIGHT : 1
      scores.set(path, (scores.get(path) ?? 0) + share * weight * matches.idf(term))
    }
  }
  for (const [path, score] of scores) scores.set(path, score / Math.sqrt(1 + (matches.paths.get(path)?.count ?? 0)))
  return scores
})

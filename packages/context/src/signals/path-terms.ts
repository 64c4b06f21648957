import type { RepoPath } from '@chronicle/schema'
import { signal, type Signal } from './signal.ts'

/** A term in the name of a file counts as this many in the name of a folder. */
const NAME_WEIGHT = 2

/** Words of the task that stand in the path, by how rare they are, for short paths rather than for long ones. */
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

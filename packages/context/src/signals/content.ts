import type { RepoPath } from '@chronicle/schema'
import { signal, type Signal } from './signal.ts'
import { B, K1 } from './bm25.ts'

/** Weights of definitions, documentation, body and path. */
const FIELD_WEIGHTS = [3, 1.5, 1] as const
const PATH_WEIGHT = 6

/** Scores files by BM25F over their fields: path, names of definitions, documentation, and the rest. */
export const contentSignal: Signal = signal('content', ({ matches }) => {
  const { weights, postings, paths, inPaths, averages, averagePath } = matches
  const scores = new Map<RepoPath, number>()
  for (const [term, weight] of weights) {
    const idf = matches.idf(term)
    const frequencies = new Map<RepoPath, number>()
    for (const path of inPaths.get(term) ?? []) {
      const length = paths.get(path)?.count ?? averagePath
      frequencies.set(path, PATH_WEIGHT / (1 - B + (B * length) / averagePath))
    }
    for (const { file, counts } of postings.get(term) ?? []) {
      let frequency = frequencies.get(file.path) ?? 0
      for (const [field, fieldWeight] of FIELD_WEIGHTS.entries()) {
        const count = counts[field] ?? 0
        if (count === 0) continue
        frequency += (fieldWeight * count) / (1 - B + (B * (file.lengths[field] ?? 0)) / (averages[field] ?? 1))
      }
      frequencies.set(file.path, frequency)
    }
    for (const [path, frequency] of frequencies) {
      scores.set(path, (scores.get(path) ?? 0) + (weight * idf * frequency * (K1 + 1)) / (K1 + frequency))
    }
  }
  return scores
})

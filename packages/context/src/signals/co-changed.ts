import type { RepoPath } from '@chronicle/schema'
import { coChanges } from '../knowledge/co-changes.ts'
import { topScores, signal, type FileScores, type Signal } from './signal.ts'

/** Number of best files of each earlier list to use as seeds. */
const SEEDS_OF_LIST = 5

/** Lists that provide no seeds: words of a path hint at the area of the code, not at a file. */
const LISTS_WITHOUT_SEEDS: ReadonlySet<string> = new Set(['path_terms', 'co_changed', 'import_neighbours'])

/** Returns the files to expand: the best of each list, with the sum of their reciprocal ranks. */
export function seedsOf(lists: ReadonlyMap<string, FileScores>): ReadonlyMap<RepoPath, number> {
  const seeds = new Map<RepoPath, number>()
  for (const [name, scores] of lists) {
    if (LISTS_WITHOUT_SEEDS.has(name)) continue
    for (const [rank, [path]] of topScores(scores, SEEDS_OF_LIST).entries())
      seeds.set(path, (seeds.get(path) ?? 0) + 1 / (rank + 1))
  }
  return seeds
}

/**
 * Scores files by how often they changed together with the best files of the earlier lists, weighted by `1 / files`.
 */
export const coChangedSignal: Signal = signal('co_changed', ({ snapshot, call }, lists) => {
  const seeds = seedsOf(lists)
  return coChanges(snapshot, [...seeds.keys()], call).map((changes) => {
    const scores = new Map<RepoPath, number>()
    for (const [path, { commits, files }] of changes) {
      for (const [other, { weight }] of files) {
        const share = ((seeds.get(path) ?? 0) * weight) / Math.max(5, commits)
        scores.set(other, (scores.get(other) ?? 0) + share)
      }
    }
    return scores
  })
})

import type { RepoPath } from '@chronicle/schema'
import { topScores, type FileScores } from '../signals/signal.ts'
import type { Breakdown } from './profile.ts'

/**
 * The constant of Cormack, Clarke & Büttcher, "Reciprocal Rank Fusion", 2009. 10 instead of 60 favours the top of each
 * list.
 */
const RRF_K = 10
/** Maximum number of entries of each list that count. */
const LIST_LENGTH = 100

/** Fuses ranked lists: each list adds `weight / (10 + rank)` to a file's score, where the best file has rank 1. */
export function fuse(
  lists: ReadonlyMap<string, FileScores>,
  weights: Readonly<Record<string, number>> = {},
): ReadonlyMap<RepoPath, Breakdown> {
  const breakdowns = new Map<RepoPath, Record<string, number>>()
  for (const [name, scores] of lists) {
    for (const [rank, [path]] of topScores(scores, LIST_LENGTH).entries()) {
      let breakdown = breakdowns.get(path)
      if (breakdown === undefined) breakdowns.set(path, (breakdown = {}))
      breakdown[name] = (weights[name] ?? 1) / (RRF_K + rank + 1)
    }
  }
  return breakdowns
}

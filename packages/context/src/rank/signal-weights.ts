import { omitUndefined, type Overrides, type TaskType } from '@chronicle/schema'
import type { FileScores } from '../signals/signal.ts'

/** Weights of the profile `weighted` before adjustment to the kind of task. Their sum is 1. */
export const DEFAULT_WEIGHTS = {
  path_match: 0.2,
  symbol_match: 0.25,
  dependency_proximity: 0.15,
  cochange_affinity: 0.1,
  recency: 0.05,
  domain_match: 0.1,
  concept_overlap: 0.1,
  structural_centrality: 0.05,
} as const

/** Name of a signal of the profile `weighted`. */
export type WeightedSignal = keyof typeof DEFAULT_WEIGHTS

/** Weights that differ for some kinds of task. */
const ADJUSTMENTS: Readonly<Partial<Record<TaskType, Readonly<Partial<Record<WeightedSignal, number>>>>>> = {
  // Bugs are in recently changed code that little other code depends on.
  bug_fix: { recency: 0.15, structural_centrality: 0 },
  refactor: { structural_centrality: 0.15 },
  test: { symbol_match: 0.3 },
}

/**
 * Returns the weights of the signals for a kind of task. Their sum is 1: the weights of signals without any score are
 * distributed over the others in proportion. Empty if no weighted signal has a score.
 */
export function signalWeights(
  type: TaskType,
  lists: ReadonlyMap<string, FileScores>,
  chosen: Overrides<Record<WeightedSignal, number>> = {},
): Readonly<Record<string, number>> {
  const wanted = Object.entries({ ...DEFAULT_WEIGHTS, ...ADJUSTMENTS[type], ...omitUndefined(chosen) })
  const useful = wanted.filter(([name, weight]) => weight > 0 && hasScores(lists.get(name)))
  const sum = useful.reduce((total, [, weight]) => total + weight, 0)
  return Object.fromEntries(useful.map(([name, weight]) => [name, weight / sum]))
}

function hasScores(scores: FileScores | undefined): boolean {
  for (const score of scores?.values() ?? []) if (score > 0) return true
  return false
}

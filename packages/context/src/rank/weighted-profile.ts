import type { Overrides, RepoPath } from '@chronicle/schema'
import type { FileScores, Signal } from '../signals/signal.ts'
import { cochangeAffinitySignal } from '../signals/weighted/cochange-affinity.ts'
import { conceptOverlapSignal } from '../signals/weighted/concept-overlap.ts'
import { dependencyProximitySignal } from '../signals/weighted/dependency-proximity.ts'
import { domainMatchSignal } from '../signals/weighted/domain-match.ts'
import { pathMatchSignal } from '../signals/weighted/path-match.ts'
import { recencySignal } from '../signals/weighted/recency.ts'
import { SEED_LIST, seedFilesSignal } from '../signals/weighted/seed-files.ts'
import { structuralCentralitySignal } from '../signals/weighted/structural-centrality.ts'
import { symbolMatchSignal } from '../signals/weighted/symbol-match.ts'
import type { Breakdown, RankingProfile } from './profile.ts'
import { signalWeights, type WeightedSignal } from './signal-weights.ts'

/** Options of the profile `weighted`. */
export interface WeightedProfileOptions {
  /** Weights that replace default ones. They are not adjusted to the kind of task. */
  readonly weights?: Overrides<Record<WeightedSignal, number>> | undefined
}

/** The signals of the profile `weighted`. Each returns scores from 0 to 1. */
export const WEIGHTED_SIGNALS: readonly Signal[] = [
  pathMatchSignal,
  symbolMatchSignal,
  dependencyProximitySignal,
  cochangeAffinitySignal,
  recencySignal,
  domainMatchSignal,
  conceptOverlapSignal,
  structuralCentralitySignal,
]

/**
 * Returns the profile of eight weighted signals. The score of a file is the weighted sum of its signals, or 1 for files
 * that the task mentions by path or symbol; their breakdown contains the difference to 1 as `seed`. File classes do not
 * affect the ranking.
 */
export function weightedProfile({ weights = {} }: WeightedProfileOptions = {}): RankingProfile {
  return {
    name: 'weighted',
    signals: [seedFilesSignal, ...WEIGHTED_SIGNALS],
    demotes: false,
    combine: (lists, { query }) => combine(lists, signalWeights(query.task_type, lists, weights)),
  }
}

function combine(
  lists: ReadonlyMap<string, FileScores>,
  weights: Readonly<Record<string, number>>,
): ReadonlyMap<RepoPath, Breakdown> {
  const breakdowns = new Map<RepoPath, Record<string, number>>()
  const sums = new Map<RepoPath, number>()
  const add = (path: RepoPath, name: string, part: number): void => {
    const breakdown = breakdowns.get(path) ?? {}
    breakdown[name] = part
    breakdowns.set(path, breakdown)
    sums.set(path, (sums.get(path) ?? 0) + part)
  }
  for (const [name, weight] of Object.entries(weights))
    for (const [path, score] of lists.get(name) ?? []) if (score > 0 && weight > 0) add(path, name, weight * score)
  for (const path of lists.get(SEED_LIST)?.keys() ?? []) add(path, SEED_LIST, Math.max(0, 1 - (sums.get(path) ?? 0)))
  return breakdowns
}

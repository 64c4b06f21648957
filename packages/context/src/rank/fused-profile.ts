import { annotationsSignal } from '../signals/annotations.ts'
import { bestSymbolSignal } from '../signals/best-symbol.ts'
import { coChangedSignal } from '../signals/co-changed.ts'
import { contentSignal } from '../signals/content.ts'
import { exactDefinitionsSignal } from '../signals/exact-definitions.ts'
import { explicitPathsSignal } from '../signals/explicit-paths.ts'
import { importNeighboursSignal } from '../signals/import-neighbours.ts'
import { pastCommitsSignal } from '../signals/past-commits.ts'
import { pathTermsSignal } from '../signals/path-terms.ts'
import type { Signal } from '../signals/signal.ts'
import { fuse } from './fuse.ts'
import type { RankingProfile } from './profile.ts'

/** Signals of the default profile, in the order in which they run. */
export const FUSED_SIGNALS: readonly Signal[] = [
  contentSignal,
  bestSymbolSignal,
  pathTermsSignal,
  explicitPathsSignal,
  exactDefinitionsSignal,
  pastCommitsSignal,
  annotationsSignal,
  coChangedSignal,
  importNeighboursSignal,
]

/**
 * Relations between files say less than a match. Few places are annotated, so even the best annotation may fit badly.
 */
const WEIGHTS: Readonly<Record<string, number>> = { annotations: 0.5, co_changed: 0.5, import_neighbours: 0.25 }

/**
 * Returns the default profile: reciprocal rank fusion of all signals. `signals`: custom signals, after or instead of
 * the default ones.
 */
export function fusedProfile(signals: readonly Signal[] = FUSED_SIGNALS): RankingProfile {
  return { name: 'fused', signals, combine: (lists) => fuse(lists, WEIGHTS) }
}

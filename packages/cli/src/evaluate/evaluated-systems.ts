import { fusedProfile, weightedProfile, type RankingProfile } from '@chronicle/context'
import {
  bm25OverFiles,
  pathMatch,
  pipelineSystem,
  withoutSignal,
  type RetrievalSystem,
  type TaskKnowledge,
} from '@chronicle/context/evaluate'
import type { EvaluateFlags, SystemName } from './evaluate-flags.ts'

/** Returns the systems to evaluate. The first is the one that the others are compared with. */
export function evaluatedSystems(
  { profile, compare, ablation }: Pick<EvaluateFlags, 'profile' | 'compare' | 'ablation'>,
  knowledge: TaskKnowledge,
  now: () => number,
): readonly RetrievalSystem[] {
  const ranked = (by: RankingProfile): RetrievalSystem => pipelineSystem({ knowledge, now, profile: by })
  const create: Readonly<Record<SystemName, () => RetrievalSystem>> = {
    fused: () => ranked(fusedProfile()),
    weighted: () => ranked(weightedProfile()),
    bm25: () => bm25OverFiles(),
    'path-match': () => pathMatch(),
  }
  if (ablation === true) {
    const whole = profile === 'fused' ? fusedProfile() : weightedProfile()
    return [whole, ...whole.signals.map(({ name }) => withoutSignal(whole, name))].map(ranked)
  }
  const other = profile === 'fused' ? 'weighted' : 'fused'
  const names: readonly SystemName[] = compare ?? [profile, 'bm25', 'path-match', other]
  return names.map((name) => create[name]())
}

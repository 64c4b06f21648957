import type { RepositoryFlags } from '../host/open-repository.ts'

/** Systems that can be compared: the profiles of `retrieve` and the baselines. */
export const SYSTEM_NAMES = ['fused', 'weighted', 'bm25', 'path-match'] as const

/** Name of a system that can be compared. */
export type SystemName = (typeof SYSTEM_NAMES)[number]

/** The options of `evaluate` as they were given. */
export interface EvaluateFlags extends RepositoryFlags {
  readonly cases?: string
  readonly mine?: number
  readonly seed: number
  readonly repo?: string
  readonly repos?: string
  readonly profile: 'fused' | 'weighted'
  readonly compare?: readonly SystemName[]
  readonly ablation?: true
  readonly budgets: readonly number[]
  readonly format: 'markdown' | 'html' | 'json'
  readonly output?: string
  readonly pager?: boolean
}

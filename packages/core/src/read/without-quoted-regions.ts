import type { HistoryReason, ReadRegion } from '@chronicle/schema'
import type { AnsweringRegion } from './answering-regions.ts'
import { binds } from './binds.ts'
import { isOnlyInferred } from './is-only-inferred.ts'

const WIDER: ReadonlySet<ReadRegion['about']> = new Set(['commit', 'enclosing_unit', 'file'])

/**
 * Whether a region is a reason that was inferred about more than the queried place: the passages of its message that
 * are about the place say more of it.
 */
export function isWiderReason(region: Pick<AnsweringRegion, 'about' | 'annotation' | 'region'>): boolean {
  return WIDER.has(region.about) && isOnlyInferred(region) && !binds(region.region)
}

/** Omits reasons about more than the queried place whose messages are quoted. */
export function withoutQuotedRegions(
  regions: readonly AnsweringRegion[],
  reasons: readonly HistoryReason[],
): readonly AnsweringRegion[] {
  const quoted = new Set<string>(reasons.map(({ commit }) => commit))
  return regions.filter((region) => !quoted.has(region.commit) || !isWiderReason(region))
}

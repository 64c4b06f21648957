import type { Region } from '@chronicle/schema'

/**
 * The strongest claim of a region: what must hold, what not to try, what may go wrong, what is still to be done, or
 * why.
 */
export type ClaimKind = 'constraint' | 'rejected_alternative' | 'risk' | 'task' | 'intent'

/** A risk note about remaining work, which no longer applies when the work is done. */
const TASK = /^[@*\s]*(?:TODO|FIXME|XXX|HACK)\b/iu

/** Returns the claim kind of a region, judged by its fields. */
export function claimKind(region: Pick<Region, 'constraints' | 'rejected_alternatives' | 'risk_notes'>): ClaimKind {
  if (region.constraints.length > 0) return 'constraint'
  if (region.rejected_alternatives.length > 0) return 'rejected_alternative'
  if (region.risk_notes === undefined || region.risk_notes === '') return 'intent'
  return TASK.test(region.risk_notes) ? 'task' : 'risk'
}

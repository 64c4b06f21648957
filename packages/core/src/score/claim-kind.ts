import type { Region } from '@chronicle/schema'

/** The strongest thing that a region says: what must hold, what not to try, what may go wrong or is to do, or why. */
export type ClaimKind = 'constraint' | 'rejected_alternative' | 'risk' | 'task' | 'intent'

/** A risk note that says what is still to be done; it goes when the work is done. */
const TASK = /^[@*\s]*(?:TODO|FIXME|XXX|HACK)\b/iu

/** Returns the kind of a region by what it holds. */
export function claimKind(region: Pick<Region, 'constraints' | 'rejected_alternatives' | 'risk_notes'>): ClaimKind {
  if (region.constraints.length > 0) return 'constraint'
  if (region.rejected_alternatives.length > 0) return 'rejected_alternative'
  if (region.risk_notes === undefined || region.risk_notes === '') return 'intent'
  return TASK.test(region.risk_notes) ? 'task' : 'risk'
}

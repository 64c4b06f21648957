import type { ReadRegion, Region } from '@chronicle/schema'

type Statements = Pick<ReadRegion | Region, 'constraints' | 'risk_notes'> &
  Partial<Pick<ReadRegion | Region, 'rejected_alternatives'> & Pick<Region, 'held_by_tests'>>

/** Whether a region says more than a reason: what must hold, is at risk, was rejected, or is held by tests. */
export function binds({
  constraints,
  held_by_tests: tests = [],
  rejected_alternatives: rejected = [],
  risk_notes: risks = '',
}: Statements): boolean {
  return constraints.length + rejected.length + tests.length > 0 || risks !== ''
}

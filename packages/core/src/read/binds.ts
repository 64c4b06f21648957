import type { Region } from '@chronicle/schema'

/** Whether a region says more than a reason: what must hold, is at risk, was rejected, or is held by tests. */
export function binds({
  constraints,
  held_by_tests: tests = [],
  rejected_alternatives: rejected,
  risk_notes: risks = '',
}: Region): boolean {
  return constraints.length + rejected.length + tests.length > 0 || risks !== ''
}

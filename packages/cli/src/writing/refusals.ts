import type { Diagnostic } from '@chronicle/schema'

/** Codes of claims that were not stored, or not as the writer made them. */
const REFUSALS: ReadonlySet<string> = new Set<Diagnostic['code']>([
  ...(['annotation_refused', 'claim_dropped', 'constraint_not_from_author'] as const),
])

/** Returns the refusals among a commit's diagnostics. */
export function refusalsOf(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ code }) => REFUSALS.has(code))
}

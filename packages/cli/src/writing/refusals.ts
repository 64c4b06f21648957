import type { Diagnostic } from '@chronicle/schema'

/** Codes of what a writer claimed and what was not stored, or not as it was claimed. */
const REFUSALS: ReadonlySet<string> = new Set<Diagnostic['code']>([
  ...(['annotation_refused', 'claim_dropped', 'constraint_not_from_author'] as const),
])

/** What was refused, among everything that is to be told of a commit. */
export function refusalsOf(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ code }) => REFUSALS.has(code))
}

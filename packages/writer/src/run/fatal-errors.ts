import type { RunError } from './annotate-event.ts'

/** Number of consecutive commits with a failed model call after which the model counts as unavailable. */
export const MAX_MODEL_FAILURES = 5

/** Errors that every other commit would have, too. */
const FATAL: ReadonlySet<string> = new Set<RunError['code']>([
  ...(['aborted', 'model_not_configured', 'model_unauthorized', 'spending_limit_reached'] as const),
  ...(['not_a_repository', 'git_not_found', 'git_too_old', 'unsafe_repository', 'unsupported'] as const),
  ...(['identity_unknown', 'notes_ref_locked'] as const),
])

/** Whether an error makes it pointless to continue with other commits. */
export function isFatal({ code }: { readonly code: string }): boolean {
  return FATAL.has(code)
}

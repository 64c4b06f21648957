import type { RunError } from './annotate-event.ts'

/** So many commits in a row that a model could not be asked about: it will not be there for the next one either. */
export const MOST_MODEL_FAILURES = 5

/** What would happen to every other commit, too. */
const FATAL: ReadonlySet<string> = new Set<RunError['code']>([
  ...(['aborted', 'model_not_configured', 'model_unauthorized', 'spending_limit_reached'] as const),
  ...(['not_a_repository', 'git_not_found', 'git_too_old', 'unsafe_repository', 'unsupported'] as const),
  ...(['identity_unknown', 'notes_ref_locked'] as const),
])

/** Whether there is no point in going on with other commits. */
export function isFatal({ code }: { readonly code: string }): boolean {
  return FATAL.has(code)
}

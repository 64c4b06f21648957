import { err, ok, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'

/** Error codes of the model and the steps before it. After them, retrieval continues without the model. */
const MODEL_CODES: ReadonlySet<ContextError['code']> = new Set<ContextError['code']>([
  'model_not_configured',
  'model_unauthorized',
  'model_rate_limited',
  'model_timed_out',
  'model_unreachable',
  'model_failed',
  'context_too_long',
  'spending_limit_reached',
  'redaction_failed',
  'answer_unusable',
])

/**
 * Returns the result of work that needs a model. If the model fails, calls `report` and returns `otherwise`. Any other
 * failure is returned to the caller.
 */
export function reportModelFailure<T>(
  work: ResultAsync<T, ContextError>,
  otherwise: T,
  report: (error: ContextError) => void,
): ResultAsync<T, ContextError> {
  return work.orElse((error) => {
    if (!MODEL_CODES.has(error.code)) return err(error)
    report(error)
    return ok(otherwise)
  })
}

import { err, ok, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'

/** Codes of failures of a model, or of what stands before it. Retrieval goes on without the model. */
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
 * The outcome of work that needs a model. Where the model fails, the failure is reported as a diagnostic, and
 * `otherwise` stands for it; every other failure ends the work of the caller, too.
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

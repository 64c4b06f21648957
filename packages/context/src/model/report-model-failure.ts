import { errAsync } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import { attempt, valueOf } from '../failure.ts'

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
 * Does work that needs a model. Where the model fails, the failure is reported as a diagnostic and `otherwise` is
 * returned; every other failure ends the work of the caller, too.
 */
export async function reportModelFailure<T>(
  work: () => Promise<T>,
  otherwise: T,
  report: (error: ContextError) => void,
): Promise<T> {
  const outcome = await attempt(work)
  if (outcome.isOk()) return outcome.value
  if (!MODEL_CODES.has(outcome.error.code)) return valueOf(errAsync(outcome.error))
  report(outcome.error)
  return otherwise
}

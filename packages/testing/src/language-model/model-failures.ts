import type { ModelError } from '@chronicle/core/contracts'

/** All error codes of a language model's service. */
export const MODEL_FAILURES: readonly ModelError['code'][] = [
  'model_unauthorized',
  'model_rate_limited',
  'model_timed_out',
  'model_failed',
  'context_too_long',
]

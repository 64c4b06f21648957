import type { ModelError } from '@chronicle/core/contracts'

/** Everything that a service of models can fail with. */
export const MODEL_FAILURES: readonly ModelError['code'][] = [
  'model_unauthorized',
  'model_rate_limited',
  'model_timed_out',
  'model_failed',
  'context_too_long',
]

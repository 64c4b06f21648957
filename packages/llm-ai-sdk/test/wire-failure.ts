import type { ModelError } from '@chronicle/core/contracts'
import type { AiSdkModelOptions } from '@chronicle/llm-ai-sdk'
import { hangs, status, type Reply } from './loopback.ts'
import type { Wire } from './wire/wire.ts'

/**
 * Returns settings for a contract model. Only a model that must not answer gets a short timeout, because machines may
 * be busy.
 */
export function contractSettings(
  steps: readonly (string | object)[],
): Required<Pick<AiSdkModelOptions, 'timeoutMs' | 'maxRetries' | 'sleep'>> {
  const isSilent = steps.some((step) => typeof step === 'object' && 'fails' in step && step.fails === 'model_timed_out')
  return { timeoutMs: isSilent ? 100 : 60_000, maxRetries: 1, sleep: () => Promise.resolve() }
}

/** Returns the reply of a service that fails with the given code. */
export function wireFailure(wire: Wire, code: ModelError['code']): Reply {
  switch (code) {
    case 'model_unauthorized':
      return status(401, wire.failure(401, 'invalid key'))
    case 'model_rate_limited':
      return status(429, wire.failure(429, 'slow down'))
    case 'context_too_long':
      return status(wire.tooLong.status, wire.tooLong.body)
    case 'model_timed_out':
      return hangs
    default:
      return status(500, wire.failure(500, 'an error'))
  }
}

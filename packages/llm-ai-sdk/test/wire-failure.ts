import type { ModelError } from '@chronicle/core/contracts'
import { hangs, status, type Reply } from './loopback.ts'
import type { Wire } from './wire/wire.ts'

/** What a service answers when it fails in the way that the code says. */
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

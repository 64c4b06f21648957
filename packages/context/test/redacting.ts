import type { Redactor } from '@chronicle/core/contracts'
import { okAsync } from '@chronicle/schema'

/** A redactor that knows one secret. */
export function redacting(secret: string): Redactor {
  return {
    name: 'test',
    redact: (texts) => okAsync(texts.map((text) => ({ text: text.replaceAll(secret, '[REDACTED]'), secrets: [] }))),
  }
}

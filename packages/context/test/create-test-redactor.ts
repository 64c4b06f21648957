import type { Redactor } from '@chronicle/core/contracts'
import { okAsync } from '@chronicle/schema'

/** Returns a redactor that recognises one secret. */
export function createTestRedactor(secret: string): Redactor {
  return {
    name: 'test',
    redact: (texts) => okAsync(texts.map((text) => ({ text: text.replaceAll(secret, '[REDACTED]'), secrets: [] }))),
  }
}

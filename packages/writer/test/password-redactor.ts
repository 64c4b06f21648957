import type { Redactor } from '@chronicle/core/contracts'
import { okAsync } from '@chronicle/schema'

/** Detects one password, `hunter2`. */
export const PASSWORD_REDACTOR: Redactor = {
  name: 'word',
  redact: (texts) =>
    okAsync(
      texts.map((text) => ({
        text: text.replaceAll('hunter2', '[REDACTED:password]'),
        secrets: text.includes('hunter2') ? [{ rule: 'password', lines: { start: 1, end: 1 } }] : [],
      })),
    ),
}

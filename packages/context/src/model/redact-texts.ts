import type { CallOptions, Redactor } from '@chronicle/core/contracts'
import { valueOf } from '../failure.ts'

/** Returns texts without their secrets, before they leave the machine. Without a redactor they are returned as they are. */
export async function redactTexts(
  redactor: Redactor | undefined,
  texts: readonly string[],
  call: CallOptions,
): Promise<readonly string[]> {
  if (redactor === undefined || texts.length === 0) return texts
  const results = await valueOf(redactor.redact(texts, call))
  return texts.map((_, index) => results[index]?.text ?? '')
}

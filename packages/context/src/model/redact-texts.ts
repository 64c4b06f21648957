import { redactWith, type CallOptions, type RedactError, type Redactor } from '@chronicle/core/contracts'
import { okAsync, type ResultAsync } from '@chronicle/schema'

/** Redacts secrets of texts before they leave the machine. Without a redactor the texts are returned unchanged. */
export function redactTexts(
  redactor: Redactor | undefined,
  texts: readonly string[],
  call: CallOptions,
): ResultAsync<readonly string[], RedactError> {
  if (redactor === undefined || texts.length === 0) return okAsync(texts)
  return redactWith(redactor, texts, call).map((results) => results.map(({ text }) => text))
}

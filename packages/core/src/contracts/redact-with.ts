import { catchDefects, err, ok, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from './call-options.ts'
import { codedError } from './coded-error.ts'
import { reasonOf } from './reason-of.ts'
import type { RedactedText, RedactError, Redactor } from './redactor.ts'

/**
 * Redacts texts with a redactor that may be a program's own, and believes nothing that can be checked: without one
 * result for each text, or if the redactor throws, the call fails, because a text must not be used unredacted. A text
 * may be changed without a secret, by a redactor that only tidies it: what it returned is used all the same.
 */
export function redactWith(
  redactor: Redactor,
  texts: readonly string[],
  options?: CallOptions,
): ResultAsync<readonly RedactedText[], RedactError> {
  return catchDefects(
    () => redactor.redact(texts, options),
    (cause) => defect(redactor, `failed in redact: ${reasonOf(cause)}`, cause),
  ).andThen((results) => {
    if (!isResultForEach(results, texts)) return err(defect(redactor, 'did not return one redacted text for each text'))
    return ok(results)
  })
}

/** A redactor in JavaScript can return anything. */
function isResultForEach(results: unknown, texts: readonly string[]): boolean {
  if (!Array.isArray(results) || results.length !== texts.length) return false
  return (results as readonly (Partial<RedactedText> | null)[]).every(
    (result) => typeof result?.text === 'string' && Array.isArray(result.secrets),
  )
}

function defect({ name }: Redactor, what: string, cause?: unknown): RedactError {
  return codedError('redaction_failed', `The redactor ${name} ${what}. The text was neither stored nor sent.`, {
    cause,
  })
}

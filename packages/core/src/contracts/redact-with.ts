import { catchDefects, err, ok, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from './call-options.ts'
import { codedError } from './coded-error.ts'
import { reasonOf } from './reason-of.ts'
import type { RedactedText, RedactError, Redactor } from './redactor.ts'

/**
 * Redacts texts with a redactor that may be a program's own, and believes nothing that can be checked: without one
 * result for each text, or if the redactor throws, the call fails, because a text must not be used unredacted. A text
 * that was changed counts as one that had a secret, under the name of the redactor if it lists none.
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
    return ok(results.map((result, index) => withSecret(result, texts[index], redactor)))
  })
}

/** A redactor in JavaScript can return anything. */
function isResultForEach(results: unknown, texts: readonly string[]): boolean {
  if (!Array.isArray(results) || results.length !== texts.length) return false
  return (results as readonly (Partial<RedactedText> | null)[]).every(
    (result) => typeof result?.text === 'string' && Array.isArray(result.secrets),
  )
}

function withSecret(result: RedactedText, before: string | undefined, { name }: Redactor): RedactedText {
  if (result.text === before || result.secrets.length > 0) return result
  return { ...result, secrets: [{ rule: name, lines: { start: 1, end: (before ?? '').split('\n').length } }] }
}

function defect({ name }: Redactor, what: string, cause?: unknown): RedactError {
  return codedError('redaction_failed', `The redactor ${name} ${what}. The text was neither stored nor sent.`, {
    cause,
  })
}

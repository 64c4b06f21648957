import { err, ok, safeTry, type ResultAsync } from '@chronicle/schema'
import {
  codedError,
  loadOnce,
  type CallOptions,
  type RedactedText,
  type RedactError,
  type Redactor,
} from '@chronicle/core/contracts'
import { createAllowList } from './allow-list.ts'
import { findByPattern } from './find-by-pattern.ts'
import { findNamedValues } from './find-named-values.ts'
import { replaceSecrets } from './replace-secrets.ts'

/** Exceptions from the redactor's rules. */
export interface SecretlintRedactorOptions {
  /**
   * Texts to keep. Each must equal the whole found text or, between slashes, is a regular expression that must match
   * within it: `/^test-/`.
   */
  readonly allow?: readonly string[] | undefined
}

/**
 * Creates a redactor with three kinds of rules: those that secretlint maintains, additional patterns of Chronicle, and
 * high-entropy values whose name marks them as secret. A value that is merely random (a hash, a fixture, minified code)
 * stays. Directives in the text that disable rules have no effect. Throws `SyntaxError` for an invalid allowed
 * expression.
 */
export function createSecretlintRedactor({ allow = [] }: SecretlintRedactorOptions = {}): Redactor {
  const isAllowed = createAllowList(allow)
  const rules = loadOnce(() => import('./find-by-secretlint.ts'))

  async function redactOne(text: string): Promise<RedactedText> {
    // No rule matches a shorter text, and many texts of an annotation are that short.
    if (text.length < SHORTEST) return { text, secrets: [] }
    const { findBySecretlint } = await rules()
    const found = [...(await findBySecretlint(text)), ...findByPattern(text), ...findNamedValues(text)]
    return replaceSecrets(
      text,
      found.filter(({ start, end }) => !isAllowed(text.slice(start, end))),
    )
  }

  function redactAll(
    texts: readonly string[],
    signal: AbortSignal | undefined,
  ): ResultAsync<readonly RedactedText[], RedactError> {
    return safeTry(async function* () {
      const redacted: RedactedText[] = []
      try {
        for (const text of texts) {
          if (signal?.aborted === true) return err(codedError('aborted', 'Aborted while looking for secrets.'))
          redacted.push(await redactOne(text))
        }
      } catch (cause) {
        const message = 'A text could not be searched for secrets, so nothing is stored or sent. Please report it.'
        return err(codedError('redaction_failed', message, { cause }))
      }
      return ok(redacted)
    })
  }

  return {
    name: 'secretlint',
    redact: (texts: readonly string[], options?: CallOptions) => redactAll(texts, options?.signal),
  }
}

/** Minimum length in characters of a text in which a rule can find something. */
const SHORTEST = 12

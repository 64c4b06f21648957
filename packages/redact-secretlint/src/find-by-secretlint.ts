import { lintSource } from '@secretlint/core'
import { creator } from '@secretlint/secretlint-rule-preset-recommend'
import type { SecretLintCoreConfig } from '@secretlint/types'
import type { SecretSpan } from './replace-secrets.ts'

/**
 * Comments in the text that switch rules off: whoever wrote the text does not decide what is a secret. And passwords in
 * URLs, of which we take out the password alone.
 */
const LEFT_OUT = new Set(['@secretlint/secretlint-rule-filter-comments', '@secretlint/secretlint-rule-basicauth'])
/** Twelve digits that name an account: no secret. */
const NO_SECRETS = new Set(['AWSAccountID'])
/** Shorter data of a finding is a type or a name. */
const SHORTEST_SECRET = 8

const config: SecretLintCoreConfig = {
  rules: creator.rules
    .filter(({ meta }) => !LEFT_OUT.has(meta.id))
    .map((rule) => ({ id: rule.meta.id, rule, options: {} })),
}

/** What the rules of secretlint's recommended preset find. */
export async function findBySecretlint(text: string): Promise<readonly SecretSpan[]> {
  const { messages } = await lintSource({
    source: { content: text, filePath: 'text', ext: '', contentType: 'text' },
    options: { noPhysicFilePath: true, config },
  })
  return messages.flatMap(({ type, ruleId, messageId, range, data }) => {
    if (type !== 'message' || NO_SECRETS.has(messageId)) return []
    const rule = ruleId.replace('@secretlint/secretlint-rule-', '')
    const secrets = secretsIn(data, text)
    // The range of some rules begins at the name before the secret and ends as much too early.
    if (secrets.length === 0) return [{ rule, start: range[0], end: endOfWord(text, range[1]) }]
    return secrets.flatMap((secret) =>
      occurrences(secret, text).map((start) => ({ rule, start, end: start + secret.length })),
    )
  })
}

function secretsIn(data: unknown, text: string): readonly string[] {
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data)
    .filter(([key]) => key !== 'typeName')
    .map(([, value]: readonly [string, unknown]) => value)
    .filter((value): value is string => typeof value === 'string' && value.length >= SHORTEST_SECRET)
    .filter((value) => text.includes(value))
}

function occurrences(secret: string, text: string): readonly number[] {
  const starts: number[] = []
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length)) starts.push(at)
  return starts
}

function endOfWord(text: string, from: number): number {
  let end = from
  while (end < text.length && /[A-Za-z0-9+/=_-]/.test(text[end] ?? '')) end++
  return end
}

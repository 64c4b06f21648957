import { creator } from '@secretlint/secretlint-rule-preset-recommend'
import type { SecretLintRuleContext, SecretLintSourceCode } from '@secretlint/types'
import type { SecretSpan } from './replace-secrets.ts'

/**
 * Rules that are not used: comments in the text that disable rules, because the author of a text does not decide what
 * is secret; and passwords in URLs, of which Chronicle removes only the password.
 */
const EXCLUDED_RULES = new Set(['@secretlint/secretlint-rule-filter-comments', '@secretlint/secretlint-rule-basicauth'])
/** Twelve digits that identify an account are not a secret. */
const NON_SECRET_MESSAGES = new Set(['AWSAccountID'])
/** Minimum length of a secret in a finding's data: anything shorter is a type or a name. */
const MIN_SECRET_LENGTH = 8

type Report = Parameters<SecretLintRuleContext['report']>[0]

const RULES = creator.rules.filter(
  ({ meta }) => !EXCLUDED_RULES.has(meta.id) && meta.supportedContentTypes.some((type) => type !== 'binary'),
)

/**
 * Returns the findings of secretlint's recommended preset. Runs the rules directly, because `@secretlint/core` keeps
 * performance marks of every text it ever processed, and searches them for each new one.
 */
export async function findBySecretlint(text: string): Promise<readonly SecretSpan[]> {
  const found: SecretSpan[] = []
  const source = sourceOf(text)
  for (const rule of RULES) {
    const name = rule.meta.id.replace('@secretlint/secretlint-rule-', '')
    const handler = rule.create(
      contextOf((report) => found.push(...spansOf(name, report, text))),
      {},
    )
    await handler.file?.(source)
  }
  return found
}

function contextOf(report: (report: Report) => void): SecretLintRuleContext {
  return {
    sharedOptions: {},
    // Messages are for people; the secret is in the data.
    createTranslator: () => (messageId, data) => ({ message: String(messageId), messageId: String(messageId), data }),
    report,
    // A rule that ignores findings follows instructions in the text.
    ignore: () => undefined,
  }
}

/** Returns the source object for the rules, which only need the text. Positions are not used. */
function sourceOf(text: string): SecretLintSourceCode {
  const start = { line: 1, column: 0 }
  return {
    filePath: 'text',
    content: text,
    ext: '',
    contentType: 'text',
    hasBOM: false,
    indexToPosition: () => start,
    positionToIndex: () => 0,
    locationToRange: () => [0, text.length],
    rangeToLocation: () => ({ start, end: start }),
  } as unknown as SecretLintSourceCode
}

function spansOf(rule: string, { message, range }: Report, text: string): readonly SecretSpan[] {
  const { messageId, data } = message as { readonly messageId: string; readonly data?: unknown }
  if (NON_SECRET_MESSAGES.has(messageId)) return []
  const secrets = secretsIn(data, text)
  // The range of some rules begins at the name before the secret and ends too early by the same length.
  if (secrets.length === 0) return [{ rule, start: range[0], end: endOfWord(text, range[1]) }]
  return secrets.flatMap((secret) =>
    occurrences(secret, text).map((start) => ({ rule, start, end: start + secret.length })),
  )
}

function secretsIn(data: unknown, text: string): readonly string[] {
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data)
    .filter(([key]) => key !== 'typeName')
    .map(([, value]: readonly [string, unknown]) => value)
    .filter((value): value is string => typeof value === 'string' && value.length >= MIN_SECRET_LENGTH)
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

import { ok, safeTry, type Annotation, type CommitId, type Diagnostic, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { FoundSecret, RedactError, Redactor } from '../contracts/redactor.ts'

const NOTHING: ReadonlySet<string> = new Set()

/** An annotation without secrets. */
export interface RedactedAnnotation {
  readonly annotation: Annotation
  readonly secrets: readonly FoundSecret[]
}

/** Keys whose values name something: a marker in their place would name nothing, and none of them is free text. */
const NAMES = new Set([
  ...['commit', 'timestamp', 'context_level', 'file', 'type', 'source', 'kind', 'operation', 'derived_from'],
  ...['read_from', 'by', 'email', 'at', 'with'],
])

/** Takes secrets out of every text of an annotation, keys that this version does not know included. Without a redactor it stays as it is. */
export function redactAnnotation(
  annotation: Annotation,
  redactor: Redactor | undefined,
  options: CallOptions,
): ResultAsync<RedactedAnnotation, RedactError> {
  return safeTry(async function* () {
    if (redactor === undefined) return ok({ annotation, secrets: [] })
    const texts = new Set(textsOf(annotation, NAMES))
    const redacted = yield* redactor.redact([...texts], options)
    const secrets = redacted.flatMap((each) => each.secrets)
    if (secrets.length === 0) return ok({ annotation, secrets })
    const clean = new Map([...texts].map((text, index) => [text, redacted[index]?.text ?? '']))
    return ok({ annotation: mapTexts(annotation, (text) => clean.get(text) ?? '', NAMES) as Annotation, secrets })
  })
}

/** Every text of a JSON value, in its order, but for those under some keys. */
export function textsOf(value: unknown, except: ReadonlySet<string> = NOTHING): readonly string[] {
  const texts: string[] = []
  const collect = (text: string): string => {
    texts.push(text)
    return text
  }
  mapTexts(value, collect, except)
  return texts
}

/** The value with other texts in the place of those. */
export function mapTexts(
  value: unknown,
  change: (text: string) => string,
  except: ReadonlySet<string> = NOTHING,
): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, change, except))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, except.has(key) ? entry : mapTexts(entry, change, except)]),
  )
}

/** What the author is told of a secret that was taken out. */
export function secretNotice({ rule }: FoundSecret, commit: CommitId): Diagnostic {
  const message = `What looks like a secret (${rule}) was taken out before anything was stored. If it is none, allow it with chronicle.redactAllow.`
  return { code: 'secret_redacted', severity: 'warning', message, commit }
}

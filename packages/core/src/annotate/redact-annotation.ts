import { ok, safeTry, type Annotation, type CommitId, type Diagnostic, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import { redactWith } from '../contracts/redact-with.ts'
import type { FoundSecret, RedactError, Redactor } from '../contracts/redactor.ts'

const NOTHING: ReadonlySet<string> = new Set()

/** An annotation after redaction. */
export interface RedactedAnnotation {
  readonly annotation: Annotation
  readonly secrets: readonly FoundSecret[]
}

/** Keys whose values are identifiers, not free text. A redaction marker would make them useless. */
const NAMES = new Set([
  ...['commit', 'timestamp', 'context_level', 'file', 'type', 'source', 'kind', 'operation', 'derived_from'],
  ...['read_from', 'by', 'email', 'at', 'with'],
])

/**
 * Redacts secrets in every text of an annotation, including unknown keys. Without a redactor the annotation is returned
 * unchanged.
 */
export function redactAnnotation(
  annotation: Annotation,
  redactor: Redactor | undefined,
  options: CallOptions,
): ResultAsync<RedactedAnnotation, RedactError> {
  return safeTry(async function* () {
    if (redactor === undefined) return ok({ annotation, secrets: [] })
    const texts = new Set(textsOf(annotation, NAMES))
    const redacted = yield* redactWith(redactor, [...texts], options)
    const secrets = redacted.flatMap((each) => each.secrets)
    if (secrets.length === 0) return ok({ annotation, secrets })
    const clean = new Map([...texts].map((text, index) => [text, redacted[index]?.text ?? '']))
    return ok({ annotation: mapTexts(annotation, (text) => clean.get(text) ?? '', NAMES) as Annotation, secrets })
  })
}

/** Returns every text of a JSON value in order, except those under some keys. */
export function textsOf(value: unknown, except: ReadonlySet<string> = NOTHING): readonly string[] {
  const texts: string[] = []
  const collect = (text: string): string => {
    texts.push(text)
    return text
  }
  mapTexts(value, collect, except)
  return texts
}

/** Returns a copy of a JSON value with the same texts replaced. */
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

/** Returns the warning to the author about a redacted secret. */
export function secretNotice({ rule }: FoundSecret, commit: CommitId): Diagnostic {
  const message = `A suspected secret (${rule}) was removed before anything was stored. If it is not one, allow it with chronicle.redactAllow.`
  return { code: 'secret_redacted', severity: 'warning', message, commit }
}

import { err, ok, type Annotation, type Result } from '@chronicle/schema'
import type { CallOptions, FoundSecret, RedactError, Redactor } from '@chronicle/core/contracts'

/** An annotation without secrets. */
export interface RedactedAnnotation {
  readonly annotation: Annotation
  readonly secrets: readonly FoundSecret[]
}

/** Keys whose values name something: a marker in their place would name nothing, and none of them is free text. */
const NAMES = new Set([
  ...['commit', 'timestamp', 'context_level', 'file', 'type', 'source', 'kind', 'operation', 'derived_from'],
  'read_from',
])

/** Takes secrets out of every text of an annotation, keys that this version does not know included. */
export async function redactAnnotation(
  annotation: Annotation,
  redactor: Redactor,
  options: CallOptions,
): Promise<Result<RedactedAnnotation, RedactError>> {
  const texts = new Set<string>()
  mapTexts(annotation, (text) => {
    texts.add(text)
    return text
  })
  const redacted = await redactor.redact([...texts], options)
  if (redacted.isErr()) return err(redacted.error)
  const secrets = redacted.value.flatMap((each) => each.secrets)
  if (secrets.length === 0) return ok({ annotation, secrets })
  const clean = new Map([...texts].map((text, index) => [text, redacted.value[index]?.text ?? '']))
  return ok({ annotation: mapTexts(annotation, (text) => clean.get(text) ?? '') as Annotation, secrets })
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, NAMES.has(key) ? entry : mapTexts(entry, change)]),
  )
}

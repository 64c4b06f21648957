import { parseJson, type Diagnostic, type ResultAsync } from '@chronicle/schema'
import { mapTexts, secretNotice, textsOf } from '../annotate/redact-annotation.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import { redactWith } from '../contracts/redact-with.ts'
import type { FoundSecret, RedactError, Redactor } from '../contracts/redactor.ts'
import type { PreparedNotes } from './prepare-notes.ts'

/**
 * Removes secrets from exported notes, which may come from a version without the matching rule. Notes without secrets
 * stay byte-identical; the JSON of the others is rewritten.
 */
export function redactPrepared(
  prepared: PreparedNotes,
  redactor: Redactor,
  options: CallOptions,
  warnings: Diagnostic[],
): ResultAsync<PreparedNotes, RedactError> {
  const parts = (['note', 'corrections', 'acknowledgements'] as const).flatMap((key) => {
    const bytes = prepared[key]
    return bytes === undefined ? [] : [{ key, values: valuesOf(new TextDecoder().decode(bytes)) }]
  })
  const texts = parts.flatMap(({ values }) => textsOf(values))
  return redactWith(redactor, texts, options).map((results) => {
    const secrets: readonly FoundSecret[] = results.flatMap((each) => each.secrets)
    if (results.every(({ text }, index) => text === texts[index])) return prepared
    warnings.push(...secrets.map((secret) => secretNotice(secret, prepared.commit)))
    let next = 0
    const changed = parts.map(({ key, values }) => {
      const written = mapTexts(values, () => results[next++]?.text ?? '') as typeof values
      return [key, new TextEncoder().encode(written.map(lineOf).join(''))] as const
    })
    return { ...prepared, ...Object.fromEntries(changed) }
  })
}

type Value = { readonly json: unknown } | { readonly raw: string }

/** Parses a note as one JSON document or as one per line; anything else is kept as text. */
function valuesOf(text: string): readonly Value[] {
  const whole = parseJson(text)
  if (whole !== undefined) return [{ json: whole }]
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const json = parseJson(line)
      return json === undefined ? { raw: line } : { json }
    })
}

function lineOf(value: Value): string {
  return 'raw' in value ? `${value.raw}\n` : `${JSON.stringify(value.json)}\n`
}

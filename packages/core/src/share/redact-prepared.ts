import type { Diagnostic, ResultAsync } from '@chronicle/schema'
import { mapTexts, secretNotice, textsOf } from '../annotate/redact-annotation.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { FoundSecret, RedactError, Redactor } from '../contracts/redactor.ts'
import { parseJson } from '../text/parse-json.ts'
import type { PreparedNotes } from './prepare-notes.ts'

/**
 * Takes secrets out of notes that were exported elsewhere, perhaps by a version without the rule that finds them. What
 * holds none stays byte for byte; of what holds one the JSON is written anew.
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
  return redactor.redact(texts, options).map((results) => {
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

/** A note is one document of JSON, or one a line; what is neither is a text. */
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

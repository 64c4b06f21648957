import type { AstError, LanguageId, Outline } from '@chronicle/core/contracts'
import { codedError } from '@chronicle/core/contracts'
import { err, ok, safeTry, type ResultAsync } from '@chronicle/schema'
import { unitsOf, type Stanzas } from './stanza.ts'

/** Outlines a configuration file: its named stanzas, down to three levels. */
export function outlineConfig(path: string, language: LanguageId, text: string): ResultAsync<Outline, AstError> {
  return safeTry(async function* () {
    try {
      const { stanzas, broken } = await readStanzas(language, text)
      return ok({ language, units: unitsOf(stanzas), partial: broken })
    } catch (cause) {
      const message = `The ${language} reader failed on ${path}: ${String(cause)}.`
      return err(codedError('grammar_failed', message, { data: { path, language }, cause }))
    }
  })
}

async function readStanzas(language: LanguageId, source: string): Promise<Stanzas> {
  // A byte order mark is not part of a line. A space in its place keeps every offset.
  const text = source.startsWith('\uFEFF') ? ` ${source.slice(1)}` : source
  switch (language) {
    case 'toml':
      return (await import('./toml-stanzas.ts')).tomlStanzas(text)
    case 'yaml':
      // YAML that uses flow style throughout is close enough to JSON.
      if (!/^\s*\{/u.test(text)) return (await import('./yaml-stanzas.ts')).yamlStanzas(text)
      break
    default:
  }
  return (await import('./json-stanzas.ts')).jsonStanzas(text)
}

import type { AstError, LanguageId, Outline } from '@chronicle/core/contracts'
import { codedError } from '@chronicle/core/contracts'
import { err, ok, omitUndefined, safeTry, type ResultAsync } from '@chronicle/schema'
import type { Language } from 'web-tree-sitter'
import type { GrammarLoader } from '../grammar-loader.ts'
import { LANGUAGES } from '../languages.ts'
import { recoverUnits, type ParsedUnits } from '../recovery/recover-units.ts'
import { RULES } from '../rules/rules-by-language.ts'
import { createDeadline, type ParseLimit } from './parse-limit.ts'
import { readableC } from './readable-c.ts'
import { openGrammar, withTree, type Grammar } from './runtime.ts'
import { createRuleTable, walkTree, type RuleTable } from './walk-tree.ts'

export interface TreeOutlineRequest {
  readonly path: string
  readonly text: string
  readonly language: LanguageId
  readonly load: GrammarLoader
  readonly limit: ParseLimit
  readonly signal: AbortSignal | undefined
}

/** Returns the outline of a source with a tree-sitter grammar. */
export function outlineTree({
  path,
  text,
  language,
  load,
  limit,
  signal,
}: TreeOutlineRequest): ResultAsync<Outline, AstError> {
  return safeTry(async function* () {
    const file = LANGUAGES[language]?.grammar
    if (file === undefined) return err(grammarFailed(`There is no grammar file for ${language}.`, { path, language }))
    let grammar
    try {
      grammar = await openGrammar(file, load)
    } catch (cause) {
      const name = `${file.package}/${file.path}`
      const message = `The ${language} grammar (${name}) could not be loaded: ${reason(cause)}. Check that ${file.package} is installed.`
      return err(grammarFailed(message, { path, language, file: name }, cause))
    }
    if (signal?.aborted === true)
      return err(codedError('aborted', `Outlining ${path} was aborted.`, { cause: signal.reason }))
    try {
      const outline = outlineWith(grammar, language, withLastLineEnd(text), limit)
      if (outline !== undefined) return ok(outline)
      return err(
        grammarFailed(`Parsing ${path} was given up after ${limit.time} ms.`, { path, language, limit: limit.time }),
      )
    } catch (cause) {
      return err(
        grammarFailed(`The ${language} grammar crashed on ${path}: ${reason(cause)}.`, { path, language }, cause),
      )
    }
  })
}

function outlineWith(grammar: Grammar, language: LanguageId, source: string, limit: ParseLimit): Outline | undefined {
  const isLate = createDeadline(limit)
  const table = tableFor(grammar.language, language)
  const parse = (text: string, scope = ''): ParsedUnits | undefined =>
    withTree(grammar, readable(language, text), isLate, (tree) => ({
      ...walkTree(tree, text, table, scope),
      partial: tree.rootNode.hasError,
    }))
  const whole = parse(source)
  if (whole === undefined) return undefined
  if (!whole.partial) return { language, units: whole.units, partial: false }
  // PHP treats text as HTML until an opening tag.
  const opening = language === 'php' ? '<?php ' : ''
  const parsePart = (text: string, scope?: string): ParsedUnits | undefined =>
    parse(text.startsWith('<') ? text : opening + text, scope)
  return { language, units: recoverUnits(source, whole, parsePart), partial: true }
}

/**
 * Adds a final newline. Some scanners look for white space and miss the end of the text: Kotlin's never returns from
 * `@A` there.
 */
function withLastLineEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

function readable(language: LanguageId, text: string): string {
  return language === 'c' || language === 'cpp' ? readableC(text) : text
}

const tables = new WeakMap<Language, RuleTable>()

function tableFor(grammar: Language, language: LanguageId): RuleTable {
  let table = tables.get(grammar)
  if (table === undefined) tables.set(grammar, (table = createRuleTable(grammar, RULES[language] ?? {})))
  return table
}

function grammarFailed(message: string, data: Readonly<Record<string, unknown>>, cause?: unknown): AstError {
  return codedError('grammar_failed', message, { data, ...omitUndefined({ cause }) })
}

function reason(cause: unknown): string {
  return cause instanceof Error && cause.message !== '' ? cause.message : String(cause)
}

import type { AstError, LanguageId, Outline } from '@chronicle/core/contracts'
import { codedError } from '@chronicle/core/contracts'
import { err, ok, type Result } from '@chronicle/schema'
import type { Language } from 'web-tree-sitter'
import { GRAMMAR_FILES } from '../grammar-files.ts'
import { RULES } from '../rules/rules-by-language.ts'
import { forgetGrammar, openGrammar, withTree, type GrammarLoader, type ParseLimit } from './runtime.ts'
import { createRuleTable, walkTree, type RuleTable } from './walk-tree.ts'
import { withoutLinkage } from './without-linkage.ts'

export interface TreeOutlineRequest {
  readonly path: string
  readonly text: string
  readonly language: LanguageId
  readonly load: GrammarLoader
  readonly limit: ParseLimit
  readonly signal: AbortSignal | undefined
}

/** Outlines a source with a tree-sitter grammar. */
export async function outlineTree({
  path,
  text,
  language,
  load,
  limit,
  signal,
}: TreeOutlineRequest): Promise<Result<Outline, AstError>> {
  const file = GRAMMAR_FILES[language]
  const rules = RULES[language]
  if (file === undefined || rules === undefined)
    return err(grammarFailed(`There are no rules for ${language}.`, { path, language }))
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
    const table = tableFor(grammar.language, language)
    const outline = withTree(grammar, readable(language, text), limit, (tree) => ({
      language,
      units: walkTree(tree, text, table),
      partial: tree.rootNode.hasError,
    }))
    if (outline !== undefined) return ok(outline)
    return err(
      grammarFailed(`Parsing ${path} was given up after ${limit.time} ms.`, { path, language, limit: limit.time }),
    )
  } catch (cause) {
    forgetGrammar(file, load)
    return err(
      grammarFailed(`The ${language} grammar crashed on ${path}: ${reason(cause)}.`, { path, language }, cause),
    )
  }
}

function readable(language: LanguageId, text: string): string {
  return language === 'c' || language === 'cpp' ? withoutLinkage(text) : text
}

const tables = new WeakMap<Language, RuleTable>()

function tableFor(grammar: Language, language: LanguageId): RuleTable {
  let table = tables.get(grammar)
  if (table === undefined) tables.set(grammar, (table = createRuleTable(grammar, RULES[language] ?? {})))
  return table
}

function grammarFailed(message: string, data: Readonly<Record<string, unknown>>, cause?: unknown): AstError {
  return codedError('grammar_failed', message, { data, ...(cause === undefined ? {} : { cause }) })
}

function reason(cause: unknown): string {
  return cause instanceof Error && cause.message !== '' ? cause.message : String(cause)
}

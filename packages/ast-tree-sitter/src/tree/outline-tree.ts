import type { AstError, LanguageId, Outline } from '@chronicle/core/contracts'
import { codedError } from '@chronicle/core/contracts'
import { err, ok, type Result } from '@chronicle/schema'
import type { Language } from 'web-tree-sitter'
import { GRAMMAR_FILES } from '../grammar-files.ts'
import { RULES } from '../rules/rules-by-language.ts'
import { brokenBlocks, withoutBlocks } from './broken-blocks.ts'
import { clipped, recoverUnits } from './recover-units.ts'
import { createDeadline, openGrammar, withTree, type Grammar, type GrammarLoader, type ParseLimit } from './runtime.ts'
import { sectionsOf } from './sections.ts'
import { createRuleTable, inSourceOrder, walkTree, type RuleTable, type WalkedTree } from './walk-tree.ts'
import { readableC } from './readable-c.ts'

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
    const source = withLastLineEnd(text)
    const outline = outlineWith(grammar, language, source, table, limit)
    if (outline !== undefined) return ok(outline)
    return err(
      grammarFailed(`Parsing ${path} was given up after ${limit.time} ms.`, { path, language, limit: limit.time }),
    )
  } catch (cause) {
    return err(
      grammarFailed(`The ${language} grammar crashed on ${path}: ${reason(cause)}.`, { path, language }, cause),
    )
  }
}

/** Where there are syntax errors, the definitions around them are looked for one by one. */
function outlineWith(
  grammar: Grammar,
  language: LanguageId,
  source: string,
  table: RuleTable,
  limit: ParseLimit,
): Outline | undefined {
  const isLate = createDeadline(limit)
  const parse = (text: string, scope = ''): ParsedUnits | undefined =>
    withTree(grammar, readable(language, text), isLate, (tree) => ({
      ...walkTree(tree, text, table, scope),
      partial: tree.rootNode.hasError,
    }))
  const whole = parse(source)
  if (whole === undefined || !whole.partial) return whole && { language, units: whole.units, partial: false }
  const best = mend(source, whole, parse)
  if (best === undefined || !best.partial) return best && { language, units: best.units, partial: true }
  const sections = sectionsOf(source)
  if (sections.length > MAX_SECTIONS) return { language, units: best.units, partial: true }
  const prefix = language === 'php' ? '<?php ' : ''
  const units = recoverUnits(best.units, best.fileScope, sections, (text, scope) => {
    return parse(text.startsWith('<?') ? text : prefix + text, scope)?.units
  })
  return { language, units: inSourceOrder(units ?? best.units), partial: true }
}

/** Parses again without what looks broken, and takes that if it shows as much. */
function mend(
  source: string,
  whole: ParsedUnits,
  parse: (text: string) => ParsedUnits | undefined,
): ParsedUnits | undefined {
  const blocks = brokenBlocks(source)
  const mended = blocks.length === 0 ? undefined : parse(withoutBlocks(source, blocks))
  if (mended === undefined) return whole
  const inBlocks = whole.units.flatMap((unit) => {
    const block = blocks.find(({ start, end }) => start <= unit.lines.start && unit.lines.start <= end)
    return block === undefined ? [] : [clipped(unit, block.end)]
  })
  const units = [...mended.units, ...inBlocks]
  return units.length >= whole.units.length ? { ...mended, units: inSourceOrder(units) } : whole
}

interface ParsedUnits extends WalkedTree {
  readonly partial: boolean
}

/** With more of them the text is hardly a source any more. */
const MAX_SECTIONS = 5000

/** Some scanners look for white space and do not see the end of the text: Kotlin's never returns from `@A` there. */
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
  return codedError('grammar_failed', message, { data, ...(cause === undefined ? {} : { cause }) })
}

function reason(cause: unknown): string {
  return cause instanceof Error && cause.message !== '' ? cause.message : String(cause)
}

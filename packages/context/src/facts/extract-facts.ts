import type { AstUnit, AstUnitType, Outline } from '@chronicle/core/contracts'
import { commentSyntax, isGenerated, scanSpans } from '@chronicle/core/text'
import { omitUndefined } from '@chronicle/schema'
import { extractImports } from '../imports/extract/extract-imports.ts'
import { importedNames } from './imported-names.ts'
import { GENERATED_TERM, TermCounts } from './count-terms.ts'
import type { FileFacts, StringFacts, SymbolFacts } from './file-facts.ts'
import { firstSentence } from './first-sentence.ts'
import { isKeyword } from './keywords.ts'
import { linesOfText, type TextLines } from './lines-of-text.ts'
import { ReferenceCollector } from './reference-collector.ts'

/** The facts of a file, and the terms by which it is found. */
export interface ExtractedFacts {
  readonly facts: FileFacts
  /** Lengths of `FILE_FIELDS`, followed by those of the symbols. */
  readonly lengths: readonly number[]
  readonly terms: ReadonlyMap<string, readonly number[]>
}

const WORD = /[A-Za-z_$\u00aa-\uffff][\w$\u00aa-\uffff]*/g
/** A second copy for separate texts, because `matchAll` starts where the last search with the same expression ended. */
const NESTED_WORD = new RegExp(WORD)
/** Minimum length of a literal. Shorter ones are keys, not messages. */
const MIN_STRING = 8
const MAX_STRING = 400
const MAX_STRINGS = 400

/**
 * Extracts the facts of a file. If `outline` is absent, there is no grammar, and the text is indexed by its words
 * alone.
 */
export function extractFacts(path: string, text: string, outline: Outline | undefined): ExtractedFacts {
  const units = outline?.units ?? []
  const lines = linesOfText(text)
  const owners = ownersOfLines(units, lines.count)
  const counts = new TermCounts(units.length)
  const references = units.map((unit) => new ReferenceCollector(unit))
  const docs: (string | undefined)[] = units.map(() => undefined)
  const strings: StringFacts[] = []
  let fileDoc: string | undefined

  for (const [symbol, unit] of units.entries()) {
    const segments = unit.name.split('::')
    counts.addName(segments.at(-1) ?? unit.name, symbol)
    for (const segment of segments.slice(0, -1)) counts.addOwner(segment, symbol)
  }

  const addCode = (from: number, to: number): void => {
    WORD.lastIndex = from
    for (let match = WORD.exec(text); match !== null && match.index < to; match = WORD.exec(text)) {
      const [word] = match
      const owner = owners[lines.lineAt(match.index)]
      counts.addWord(word, 'body', owner)
      if (owner === undefined || word.length < 2 || isKeyword(word)) continue
      references[owner]?.add(word, text, match.index)
    }
    // `matchAll` starts where the last search with the same expression ended.
    WORD.lastIndex = 0
  }
  const addComment = (from: number, to: number): void => {
    const first = lines.lineAt(from)
    const comment = text.slice(from, to)
    const owner = owners[first]
    const isDoc = isDocumentation(units, owner, first, comment)
    if (isDoc && owner !== undefined) docs[owner] ??= firstSentence(comment)
    else if (owner === undefined && from < 2_000) fileDoc ??= firstSentence(comment)
    for (const [word] of comment.matchAll(NESTED_WORD)) counts.addWord(word, isDoc ? 'documentation' : 'body', owner)
  }
  const addString = (from: number, to: number): void => {
    const literal = text.slice(from, to)
    const line = lines.lineAt(from)
    for (const [word] of literal.matchAll(NESTED_WORD)) counts.addWord(word, 'body', owners[line])
    const isPhrase = literal.length >= MIN_STRING && literal.length <= MAX_STRING && /\S\s+\S/.test(literal)
    if (isPhrase && strings.length < MAX_STRINGS) strings.push({ text: literal, line })
  }

  const syntax = commentSyntax(path)
  let position = 0
  if (syntax !== undefined && outline !== undefined) {
    for (const { kind, start, end } of scanSpans(text, syntax)) {
      addCode(position, start)
      if (kind === 'comment') addComment(start, end)
      else addString(start, end)
      position = end
    }
  }
  addCode(position, text.length)

  const imports = outline === undefined ? [] : extractImports(text, outline.language)
  for (const name of imports.flatMap(importedNames)) counts.addImport(name)
  if (isGenerated(text)) counts.addSyntheticTerm(GENERATED_TERM)
  const symbols = units.map((unit, index) => symbolOf(unit, docs[index], references[index], lines))
  return {
    facts: { symbols, imports, strings, ...omitUndefined({ language: outline?.language, doc: fileDoc }) },
    lengths: [...counts.lengths, ...counts.symbolLengths],
    terms: counts.terms(),
  }
}

function symbolOf(
  unit: AstUnit,
  doc: string | undefined,
  references: ReferenceCollector | undefined,
  lines: TextLines,
): SymbolFacts {
  const signature = signatureOf(unit, lines)
  const declaredAt = declarationLine(unit, lines)
  return {
    name: unit.name,
    kind: unit.type,
    lines: unit.lines,
    ...omitUndefined({ signature, declaredAt: declaredAt === unit.lines.start ? undefined : declaredAt, doc }),
    references: references?.references() ?? {},
  }
}

/** Kinds for which a single source line says more than the name alone. */
const KINDS_SHOWN_BY_LINE = new Set<AstUnitType>(['constant', 'variable', 'field', 'property', 'type', 'enum', 'macro'])
/** Maximum length of such a line. A longer one adds too much to the name. */
const MAX_LINE = 120

/** Returns the text that replaces a unit whose body is left out: the declaration, or its whole line. */
function signatureOf({ type, signature, lines: { start, end } }: AstUnit, lines: TextLines): string | undefined {
  if (signature === undefined || start !== end || !KINDS_SHOWN_BY_LINE.has(type)) return signature
  const line = lines.textOf(start).trim().replace(/[;,]$/, '')
  return line.length > MAX_LINE || !line.includes(signature) ? signature : line
}

/** Returns the line on which the declaration begins, below comments and attributes, if it is found by its words. */
function declarationLine({ name, signature, lines: { start, end } }: AstUnit, lines: TextLines): number | undefined {
  if (signature === undefined) return undefined
  const declaration = withoutSpace(signature)
  const ownName = withoutSpace(name.split('::').at(-1) ?? name)
  let named: number | undefined
  for (let line = start; line <= end; line++) {
    const text = withoutSpace(lines.textOf(line))
    if (text !== '' && (text.startsWith(declaration) || declaration.startsWith(text))) return line
    // In a group of declarations, the keyword of the signature is on another line.
    if (text.startsWith(ownName)) named ??= line
  }
  return named
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '')
}

/** Returns the innermost unit of each line, 1-based. */
function ownersOfLines(units: readonly AstUnit[], count: number): readonly (number | undefined)[] {
  const owners: (number | undefined)[] = new Array<number | undefined>(count + 1)
  for (const [index, { lines }] of units.entries()) {
    for (let line = lines.start; line <= Math.min(lines.end, count); line++) owners[line] = index
  }
  return owners
}

/** Whether a comment precedes the declaration of a unit or has the form of documentation. */
function isDocumentation(units: readonly AstUnit[], owner: number | undefined, line: number, text: string): boolean {
  if (owner === undefined) return false
  if (/^(?:\/\*\*|\/\/\/|"""|''')/.test(text)) return true
  return units[owner]?.lines.start === line && text.length > 3
}

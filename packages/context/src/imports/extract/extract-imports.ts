import { extractBash } from './extract-bash.ts'
import { extractC } from './extract-c.ts'
import { extractCSharp } from './extract-csharp.ts'
import { extractGo } from './extract-go.ts'
import { extractJava, extractKotlin, extractScala } from './extract-jvm.ts'
import { extractJavaScript } from './extract-javascript.ts'
import { extractPhp } from './extract-php.ts'
import { extractPython } from './extract-python.ts'
import { extractRuby } from './extract-ruby.ts'
import { extractRust } from './extract-rust.ts'
import { extractSwift } from './extract-swift.ts'
import { linesOfText } from '../../facts/lines-of-text.ts'
import { maskText } from './mask-text.ts'
import * as syntax from './text-syntax.ts'
import type { Extractor } from './extractor.ts'
import type { ImportFacts } from '../import-facts.ts'
import type { LanguageId } from '@chronicle/core/contracts'

/**
 * Returns the import statements of a source text in source order. Works without a parser: comments and strings are
 * skipped, and broken code elsewhere in the file does no harm. Returns an empty list for a language without imports.
 * Runs in time linear in the length of the text.
 */
export function extractImports(text: string, language: LanguageId): readonly ImportFacts[] {
  const rule = RULES.get(language)
  if (rule?.marks.test(text) !== true) return []
  const code = maskText(text, rule.syntax)
  const lines = linesOfText(text)
  return [...rule.extract(text, code)]
    .sort((a, b) => a.at - b.at)
    .map(({ at, ...facts }) => ({ ...facts, line: lines.lineAt(at) }))
}

interface Rule {
  /** A text without a match has no imports and is not scanned further. */
  readonly marks: RegExp
  readonly syntax: syntax.TextSyntax
  readonly extract: Extractor
}

const javascript: Rule = {
  marks: /\b(?:import|require|from)\b|<reference/,
  syntax: syntax.javascript,
  extract: extractJavaScript,
}
const c: Rule = { marks: /#\s*(?:include|import)/, syntax: syntax.c, extract: extractC }

const RULES: ReadonlyMap<LanguageId, Rule> = new Map<LanguageId, Rule>([
  ['javascript', javascript],
  ['typescript', javascript],
  ['tsx', javascript],
  ['python', { marks: /import/, syntax: syntax.python, extract: extractPython }],
  ['go', { marks: /\bimport\b/, syntax: syntax.go, extract: extractGo }],
  ['rust', { marks: /\b(?:use|mod|extern|include\w*)\b/, syntax: syntax.rust, extract: extractRust }],
  ['java', { marks: /\bimport\b/, syntax: syntax.java, extract: extractJava }],
  ['kotlin', { marks: /\bimport\b/, syntax: syntax.kotlin, extract: extractKotlin }],
  ['scala', { marks: /\bimport\b/, syntax: syntax.kotlin, extract: extractScala }],
  ['csharp', { marks: /\busing\b/, syntax: syntax.csharp, extract: extractCSharp }],
  ['php', { marks: /\b(?:use|require|include)/i, syntax: syntax.php, extract: extractPhp }],
  ['ruby', { marks: /\b(?:require|autoload|load)/, syntax: syntax.ruby, extract: extractRuby }],
  ['swift', { marks: /\bimport\b/, syntax: syntax.swift, extract: extractSwift }],
  ['c', c],
  ['cpp', c],
  ['bash', { marks: /(?:^|[\s;&|({])(?:source|\.)\s/, syntax: syntax.bash, extract: extractBash }],
])

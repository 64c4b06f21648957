import { readJavaScriptPiece, JAVASCRIPT_OPENERS } from './javascript-syntax.ts'
import type { LanguageId } from '@chronicle/core/contracts'
import type { TextPiece } from './text-piece.ts'

/** Where comments and strings of a language begin, and where they end. */
export interface TextSyntax {
  /** Global. */
  readonly openers: RegExp
  /** Absent result: the opener is ordinary code here. */
  readonly read: (text: string, start: number, opener: string) => TextPiece | undefined
}

/** Reads a comment or string whose opener is known. */
export type PieceReader = (text: string, start: number, opener: string) => TextPiece | undefined

/** A comment up to the end of the line. */
const lineComment: PieceReader = (text, start) => {
  const end = text.indexOf('\n', start)
  return { end: end === -1 ? text.length : end }
}

/** A comment that ends with the given text. */
function comment(close: string): PieceReader {
  return (text, start, opener) => {
    const end = text.indexOf(close, start + opener.length)
    return { end: end === -1 ? text.length : end + close.length }
  }
}

/** A block comment that may hold others. */
const nestedComment: PieceReader = (text, start) => {
  const marks = /\/\*|\*\//g
  marks.lastIndex = start
  let depth = 0
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    depth += mark[0] === '/*' ? 1 : -1
    if (depth === 0) return { end: marks.lastIndex }
  }
  return { end: text.length }
}

/** A string that ends with the last character of its opener on the same line; a backslash escapes. */
const lineString: PieceReader = (text, start, opener) => {
  const quote = opener.charCodeAt(opener.length - 1)
  const innerStart = start + opener.length
  for (let at = innerStart; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return { innerStart, innerEnd: at, end: at + 1 }
    if (code === BACKSLASH) at++
    else if (code === NEWLINE) return undefined
  }
  return undefined
}

/** A string over any number of lines that ends with the given text. */
function blockString(close: string, escapes: boolean): PieceReader {
  return (text, start, opener) => {
    const innerStart = start + opener.length
    let at = text.indexOf(close, innerStart)
    while (escapes && at > innerStart && isEscaped(text, at, innerStart)) at = text.indexOf(close, at + 1)
    return at === -1
      ? { innerStart, innerEnd: text.length, end: text.length }
      : { innerStart, innerEnd: at, end: at + close.length }
  }
}

/** A string in which a doubled quote stands for a quote: C#'s `@"…"`. */
const verbatimString: PieceReader = (text, start, opener) => {
  const innerStart = start + opener.length
  let at = text.indexOf('"', innerStart)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at === -1 ? undefined : { innerStart, innerEnd: at, end: at + 1 }
}

/** One character in quotes; a lone quote is something else (a lifetime, a symbol, a digit separator). */
const character: PieceReader = (text, start) => {
  const match = /'(?:\\(?:u\{?[\da-fA-F]+\}?|x[\da-fA-F]+|[0-7]{1,3}|[^\n])|[^\\'\n]{1,2})'/y
  match.lastIndex = start
  return match.exec(text) === null
    ? undefined
    : { innerStart: start + 1, innerEnd: match.lastIndex - 1, end: match.lastIndex }
}

/** Rust's `r#"…"#` and Swift's `#"…"#`. */
const hashString: PieceReader = (text, start, opener) => {
  const hashes = opener.replace(/[^#]/g, '')
  return blockString(`"${hashes}`, false)(text, start, opener)
}

/** C++'s `R"x(…)x"`. */
const delimitedString: PieceReader = (text, start, opener) =>
  blockString(`)${opener.slice(opener.indexOf('"') + 1, -1)}"`, false)(text, start, opener)

/** A document between two lines, as shells, Ruby and PHP have it. It begins on the line after its opener. */
const hereDocument: PieceReader = (text, start, opener) => {
  const word = /\w+/.exec(opener)?.[0]
  const lineEnd = text.indexOf('\n', start)
  // In `((…))` the shell computes, and `<<` is a shift.
  if (word === undefined || lineEnd === -1 || ARITHMETIC.test(text.slice(Math.max(0, start - 80), start)))
    return undefined
  const close = new RegExp(`\\n[ \\t]*${word}\\b`, 'g')
  close.lastIndex = lineEnd
  const found = close.exec(text)
  return found === null
    ? { innerStart: lineEnd, innerEnd: text.length, end: text.length }
    : { innerStart: lineEnd, innerEnd: found.index, end: close.lastIndex }
}

const ARITHMETIC = /\(\([^\n)]*$/

/** What stands between the parts of a PHP file that are PHP. */
const outsidePhp: PieceReader = (text, start) => {
  const end = text.indexOf('<?', start)
  return { end: end === -1 ? text.length : end }
}

/** `#` begins a comment only where a word may begin: `$#`, `${x#y}` and `a#b` are code. */
const shellComment: PieceReader = (text, start, opener) =>
  start === 0 || /[\s;&|()]/.test(text[start - 1] ?? '') ? lineComment(text, start, opener) : undefined

function isEscaped(text: string, at: number, from: number): boolean {
  let count = 0
  while (at - 1 - count >= from && text.charCodeAt(at - 1 - count) === BACKSLASH) count++
  return count % 2 === 1
}

const BACKSLASH = 92
const NEWLINE = 10

/** Tries the readers in order: the first whose pattern matches the opener reads it. */
function syntax(...rules: readonly (readonly [pattern: RegExp, reader: PieceReader])[]): TextSyntax {
  const anchored = rules.map(([pattern, reader]) => [new RegExp(`^(?:${pattern.source})$`), reader] as const)
  const known = new Map<string, PieceReader | undefined>()
  const find = (opener: string): PieceReader | undefined => {
    if (known.has(opener)) return known.get(opener)
    const reader = anchored.find(([pattern]) => pattern.test(opener))?.[1]
    // Delimiters of raw strings are free text; only the common ones are kept.
    if (known.size < 100) known.set(opener, reader)
    return reader
  }
  return {
    openers: new RegExp(rules.map(([pattern]) => pattern.source).join('|'), 'g'),
    read: (text, start, opener) => find(opener)?.(text, start, opener),
  }
}

const C_LIKE = [
  [/\/\//, lineComment],
  [/\/\*/, comment('*/')],
] as const
const NESTING = [
  [/\/\//, lineComment],
  [/\/\*/, nestedComment],
] as const
const TEXT_BLOCK = [/"""/, blockString('"""', true)] as const
const DOUBLE = [/"/, lineString] as const
const CHARACTER = [/'/, character] as const

const c = syntax(...C_LIKE, [/(?:u8|[uUL])?R"[^\s()\\"]{0,16}\(/, delimitedString], DOUBLE, CHARACTER)
const jvm = syntax(...NESTING, TEXT_BLOCK, DOUBLE, CHARACTER, [/`/, lineString])
const javascript: TextSyntax = { openers: JAVASCRIPT_OPENERS, read: readJavaScriptPiece }

const SYNTAX: ReadonlyMap<LanguageId, TextSyntax> = new Map<LanguageId, TextSyntax>([
  ['javascript', javascript],
  ['typescript', javascript],
  ['tsx', javascript],
  ['c', c],
  ['cpp', c],
  ['java', syntax(...C_LIKE, TEXT_BLOCK, DOUBLE, CHARACTER)],
  ['kotlin', jvm],
  ['scala', jvm],
  ['csharp', syntax(...C_LIKE, TEXT_BLOCK, [/(?:@\$|\$@|@)"/, verbatimString], DOUBLE, CHARACTER)],
  ['go', syntax(...C_LIKE, [/`/, blockString('`', false)], DOUBLE, CHARACTER)],
  ['rust', syntax(...NESTING, [/\bb?c?r#{0,8}"/, hashString], [/"/, blockString('"', true)], CHARACTER)],
  ['swift', syntax(...NESTING, TEXT_BLOCK, [/#{1,8}"/, hashString], DOUBLE)],
  [
    'python',
    syntax(
      [/#/, lineComment],
      [/"""/, blockString('"""', true)],
      [/'''/, blockString("'''", true)],
      [/["']/, lineString],
    ),
  ],
  [
    'php',
    syntax(
      [/\?>/, outsidePhp],
      [/\/\/|#(?!\[)/, lineComment],
      [/\/\*/, comment('*/')],
      [/<<<[ \t]*["']?[A-Za-z_]\w*["']?/, hereDocument],
      [/"/, blockString('"', true)],
      [/'/, blockString("'", true)],
    ),
  ],
  [
    'ruby',
    syntax(
      [/(?<=^|\n)=begin\b/, comment('\n=end')],
      [/(?<=^|\n)__END__(?=\r?\n|$)/, comment('\0')],
      [/#/, lineComment],
      [/<<[~-]["'`]?[A-Za-z_]\w*["'`]?/, hereDocument],
      [/["']/, lineString],
    ),
  ],
  [
    'bash',
    syntax(
      [/#/, shellComment],
      [/<<-?[ \t]*["'\\]?[A-Za-z_]\w*["']?/, hereDocument],
      [/"/, blockString('"', true)],
      [/'/, blockString("'", false)],
    ),
  ],
])

/** The comments and strings of a language; `undefined` for a language without imports. */
export function syntaxOf(language: LanguageId): TextSyntax | undefined {
  return SYNTAX.get(language)
}

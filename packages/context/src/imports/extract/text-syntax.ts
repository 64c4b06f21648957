import { readJavaScriptPiece, JAVASCRIPT_OPENERS } from './javascript-syntax.ts'
import {
  blockString,
  character,
  commentUntil,
  delimitedString,
  hashString,
  hereDocument,
  lineComment,
  lineString,
  nestedComment,
  outsidePhp,
  shellComment,
  verbatimString,
  type PieceReader,
} from './piece-readers.ts'

/** The syntax of comments and strings of a language. */
export interface TextSyntax {
  /** Has the global flag. */
  readonly openers: RegExp
  readonly read: PieceReader
}

/** Creates a syntax that uses the first reader whose pattern matches the opener. */
function syntax(...rules: readonly (readonly [pattern: RegExp, reader: PieceReader])[]): TextSyntax {
  const anchored = rules.map(([pattern, reader]) => [new RegExp(`^(?:${pattern.source})$`), reader] as const)
  const cachedReaders = new Map<string, PieceReader | undefined>()
  const find = (opener: string): PieceReader | undefined => {
    if (cachedReaders.has(opener)) return cachedReaders.get(opener)
    const reader = anchored.find(([pattern]) => pattern.test(opener))?.[1]
    // The delimiters of raw strings are free text, so only the first 100 openers are cached.
    if (cachedReaders.size < 100) cachedReaders.set(opener, reader)
    return reader
  }
  return {
    openers: new RegExp(rules.map(([pattern]) => pattern.source).join('|'), 'g'),
    read: (text, start, opener) => find(opener)?.(text, start, opener),
  }
}

const C_LIKE = [
  [/\/\//, lineComment],
  [/\/\*/, commentUntil('*/')],
] as const
const NESTING = [
  [/\/\//, lineComment],
  [/\/\*/, nestedComment],
] as const
const TEXT_BLOCK = [/"""/, blockString('"""', true)] as const
const DOUBLE = [/"/, lineString] as const
const CHARACTER = [/'/, character] as const

export const c: TextSyntax = syntax(
  ...C_LIKE,
  [/(?:u8|[uUL])?R"[^\s()\\"]{0,16}\(/, delimitedString],
  DOUBLE,
  CHARACTER,
)
export const java: TextSyntax = syntax(...C_LIKE, TEXT_BLOCK, DOUBLE, CHARACTER)
/** Syntax of Kotlin and Scala. */
export const kotlin: TextSyntax = syntax(...NESTING, TEXT_BLOCK, DOUBLE, CHARACTER, [/`/, lineString])
/** Syntax of JavaScript and TypeScript. */
export const javascript: TextSyntax = { openers: JAVASCRIPT_OPENERS, read: readJavaScriptPiece }
export const csharp: TextSyntax = syntax(...C_LIKE, TEXT_BLOCK, [/(?:@\$|\$@|@)"/, verbatimString], DOUBLE, CHARACTER)
export const go: TextSyntax = syntax(...C_LIKE, [/`/, blockString('`', false)], DOUBLE, CHARACTER)
export const rust: TextSyntax = syntax(
  ...NESTING,
  [/\bb?c?r#{0,8}"/, hashString],
  [/"/, blockString('"', true)],
  CHARACTER,
)
export const swift: TextSyntax = syntax(...NESTING, TEXT_BLOCK, [/#{1,8}"/, hashString], DOUBLE)
export const python: TextSyntax = syntax(
  [/#/, lineComment],
  [/"""/, blockString('"""', true)],
  [/'''/, blockString("'''", true)],
  [/["']/, lineString],
)
export const php: TextSyntax = syntax(
  [/\?>/, outsidePhp],
  [/\/\/|#(?!\[)/, lineComment],
  [/\/\*/, commentUntil('*/')],
  [/<<<[ \t]*["']?[A-Za-z_]\w*["']?/, hereDocument],
  [/"/, blockString('"', true)],
  [/'/, blockString("'", true)],
)
export const ruby: TextSyntax = syntax(
  [/(?<=^|\n)=begin\b/, commentUntil('\n=end')],
  [/(?<=^|\n)__END__(?=\r?\n|$)/, commentUntil('\0')],
  [/#/, lineComment],
  [/<<[~-]["'`]?[A-Za-z_]\w*["'`]?/, hereDocument],
  [/["']/, lineString],
)
export const bash: TextSyntax = syntax(
  [/#/, shellComment],
  [/<<-?[ \t]*["'\\]?[A-Za-z_]\w*["']?/, hereDocument],
  [/"/, blockString('"', true)],
  [/'/, blockString("'", false)],
)

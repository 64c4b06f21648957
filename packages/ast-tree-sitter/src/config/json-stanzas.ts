import { createScanner } from 'jsonc-parser'
import type { JSONScanner, ScanError, SyntaxKind } from 'jsonc-parser'
import { MAX_LEVEL, type Stanza, type Stanzas } from './stanza.ts'

// These are the values of const enums, which cannot be imported when modules are compiled one at a time; the compiler
// checks them.
const OPEN_BRACE = 1 satisfies SyntaxKind.OpenBraceToken
const CLOSE_BRACE = 2 satisfies SyntaxKind.CloseBraceToken
const OPEN_BRACKET = 3 satisfies SyntaxKind.OpenBracketToken
const CLOSE_BRACKET = 4 satisfies SyntaxKind.CloseBracketToken
const COMMA = 5 satisfies SyntaxKind.CommaToken
const COLON = 6 satisfies SyntaxKind.ColonToken
const STRING = 10 satisfies SyntaxKind.StringLiteral
const LINE_COMMENT = 12 satisfies SyntaxKind.LineCommentTrivia
const BLOCK_COMMENT = 13 satisfies SyntaxKind.BlockCommentTrivia
const LINE_BREAK = 14 satisfies SyntaxKind.LineBreakTrivia
const BLANK = 15 satisfies SyntaxKind.Trivia
const UNKNOWN = 16 satisfies SyntaxKind.Unknown
const END = 17 satisfies SyntaxKind.EOF
const NO_ERROR = 0 satisfies ScanError.None

/**
 * Finds the properties of nested objects; array elements are skipped, because they have no names. Comments and trailing
 * commas are not errors.
 */
export function jsonStanzas(text: string): Stanzas {
  const scanner = createScanner(text, false)
  const reader = new JsonReader(scanner)
  for (let kind: number = scanner.scan(); kind !== END; kind = scanner.scan()) reader.read(kind)
  return reader.finish()
}

type Expected = 'value' | 'key' | 'colon' | 'comma'

interface Level {
  readonly kind: 'object' | 'array'
  /** Keys from the top of the file; `undefined` inside an array. */
  readonly keys: readonly string[] | undefined
  /** The property whose value is being read. */
  property: OpenProperty | undefined
}

interface OpenProperty {
  readonly keys: readonly string[]
  readonly start: number
}

function hasError(scanner: JSONScanner): boolean {
  const error: number = scanner.getTokenError()
  return error !== NO_ERROR
}

/** A pushdown automaton, so that deep nesting uses memory and not the call stack. */
class JsonReader {
  readonly #scanner: JSONScanner
  readonly #stanzas: Stanza[] = []
  readonly #levels: Level[] = []
  #expected: Expected = 'value'
  #broken = false
  /** Lines of the comments directly above, if any. */
  #comments: { readonly first: number; readonly last: number } | undefined
  /** The last line that contains a token. */
  #line = 0

  constructor(scanner: JSONScanner) {
    this.#scanner = scanner
  }

  read(kind: number): void {
    switch (kind) {
      case BLANK:
      case LINE_BREAK:
        return
      case LINE_COMMENT:
      case BLOCK_COMMENT:
        this.#comment()
        return
      default:
        if (kind === UNKNOWN || hasError(this.#scanner)) this.#broken = true
        this.#token(kind)
        this.#comments = undefined
        this.#line = this.#lastLine()
    }
  }

  finish(): Stanzas {
    if (this.#levels.length > 0 || this.#expected !== 'comma') this.#broken = true
    while (this.#levels.length > 0) this.#close()
    return { stanzas: this.#stanzas, broken: this.#broken }
  }

  #token(kind: number): void {
    const level = this.#levels.at(-1)
    switch (kind) {
      case OPEN_BRACE:
      case OPEN_BRACKET:
        this.#require('value')
        this.#open(kind === OPEN_BRACE ? 'object' : 'array')
        return
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        if (level?.kind !== (kind === CLOSE_BRACE ? 'object' : 'array')) this.#broken = true
        else {
          if (this.#expected === 'colon' || (this.#expected === 'value' && level.property !== undefined))
            this.#broken = true
          this.#close()
        }
        return
      case COMMA:
        this.#require('comma')
        this.#endProperty()
        this.#expected = level?.kind === 'object' ? 'key' : 'value'
        return
      case COLON:
        this.#require('colon')
        this.#expected = 'value'
        return
      case STRING:
        if (level?.kind === 'object' && this.#expected !== 'value') this.#key(level)
        else this.#scalar()
        return
      default:
        this.#scalar()
    }
  }

  #open(kind: 'object' | 'array'): void {
    const outer = this.#levels.at(-1)
    const keys = outer === undefined ? [] : outer.kind === 'object' ? outer.property?.keys : undefined
    this.#levels.push({ kind, keys: kind === 'object' ? keys : undefined, property: undefined })
    this.#expected = kind === 'object' ? 'key' : 'value'
  }

  #close(): void {
    this.#endProperty()
    this.#levels.pop()
    this.#expected = 'comma'
  }

  #key(level: Level): void {
    this.#require('key')
    this.#endProperty()
    const line = this.#scanner.getTokenStartLine() + 1
    const start = this.#comments !== undefined && line <= this.#comments.last + 1 ? this.#comments.first : line
    if (level.keys !== undefined && level.keys.length < MAX_LEVEL) {
      level.property = { keys: [...level.keys, this.#scanner.getTokenValue()], start }
    }
    this.#expected = 'colon'
  }

  #scalar(): void {
    this.#require('value')
    this.#expected = 'comma'
  }

  /** Ends the open property at the last token before this one. */
  #endProperty(): void {
    const level = this.#levels.at(-1)
    const property = level?.property
    if (level === undefined || property === undefined) return
    level.property = undefined
    this.#stanzas.push({ ...property, level: property.keys.length, end: Math.max(property.start, this.#line) })
  }

  #comment(): void {
    const first = this.#scanner.getTokenStartLine() + 1
    if (first === this.#line) return
    const last = this.#lastLine()
    const joined = this.#comments !== undefined && first <= this.#comments.last + 1
    this.#comments = { first: joined && this.#comments !== undefined ? this.#comments.first : first, last }
  }

  /** Returns the line on which the current token ends. Only block comments span several lines. */
  #lastLine(): number {
    const line = this.#scanner.getTokenStartLine() + 1
    const kind: number = this.#scanner.getToken()
    if (kind !== BLOCK_COMMENT) return line
    return line + (this.#scanner.getTokenValue().match(/\n/gu)?.length ?? 0)
  }

  #require(expected: Expected): void {
    if (this.#expected !== expected) this.#broken = true
  }
}

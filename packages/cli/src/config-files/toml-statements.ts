import { parse } from 'smol-toml'

/** A header or an assignment of a TOML document, with its position. */
export interface TomlStatement {
  readonly kind: 'header' | 'pair'
  /** The names in the key. For a pair, relative to its table. */
  readonly keys: readonly string[]
  /** Offset of the start of its first line. */
  readonly start: number
  /** For a pair, the offset at which its value starts. */
  readonly valueStart: number
  /** Offset after its last character, before a comment. */
  readonly end: number
}

/**
 * Returns the statements, in order, of a document that a parser has accepted. It interprets only the ends of strings,
 * comments and brackets, so that everything can be left as written.
 */
export function tomlStatements(text: string): readonly TomlStatement[] {
  const statements: TomlStatement[] = []
  let at = 0
  while (at < text.length) {
    const character = text[at] ?? ''
    if (/[\s\uFEFF]/u.test(character)) at++
    else if (character === '#') at = endOfLine(text, at)
    else {
      const header = character === '['
      const keyEnd = header ? skipUntil(text, at, '\n') : skipUntil(text, at, '=')
      const valueStart = header ? at : keyEnd + 1 + (/^[ \t]*/u.exec(text.slice(keyEnd + 1))?.[0].length ?? 0)
      const end = header
        ? trimmedEnd(text, at, keyEnd)
        : trimmedEnd(text, valueStart, skipUntil(text, valueStart, '\n'))
      const keys = namesOf(header ? text.slice(at, end) : `${text.slice(at, keyEnd)}= 0`)
      const start = text.lastIndexOf('\n', at - 1) + 1
      statements.push({ kind: header ? 'header' : 'pair', keys, start, valueStart, end })
      at = end
    }
  }
  return statements
}

/** Returns the offset of the first `stop`, or of a comment, outside strings and brackets. */
function skipUntil(text: string, from: number, stop: '\n' | '='): number {
  let depth = 0
  let at = from
  while (at < text.length) {
    const character = text[at] ?? ''
    if (character === '"' || character === "'") at = endOfString(text, at)
    else if (character === '#') {
      if (depth === 0) return at
      at = endOfLine(text, at)
    } else if (depth === 0 && character === stop) return at
    else {
      if (character === '[' || character === '{') depth++
      if (character === ']' || character === '}') depth--
      at++
    }
  }
  return at
}

function endOfString(text: string, start: number): number {
  const quote = text[start] ?? ''
  const long = text.startsWith(quote.repeat(3), start)
  const fence = long ? quote.repeat(3) : quote
  let at = start + fence.length
  while (at < text.length && !text.startsWith(fence, at)) at += quote === '"' && text[at] === '\\' ? 2 : 1
  at += fence.length
  // Up to two quotes may precede the closing three.
  while (long && text[at] === quote) at++
  return at
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

function trimmedEnd(text: string, from: number, to: number): number {
  return from + text.slice(from, to).trimEnd().length
}

/** Returns the names on the path to the innermost table. */
function namesOf(statement: string): readonly string[] {
  const names: string[] = []
  let value: unknown = parse(statement)
  for (;;) {
    if (Array.isArray(value)) value = value[0]
    if (typeof value !== 'object' || value === null) return names
    const [entry] = Object.entries(value)
    if (entry === undefined) return names
    names.push(entry[0])
    value = entry[1]
  }
}

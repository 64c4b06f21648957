/** A comment or string. `innerStart` and `innerEnd` delimit the content of a string; a comment has neither. */
export interface TextPiece {
  readonly innerStart?: number
  readonly innerEnd?: number
  /** Offset after the piece. */
  readonly end: number
}

/** Reads a comment or string whose opener is known. Returns `undefined` if the opener is ordinary code here. */
export type PieceReader = (text: string, start: number, opener: string) => TextPiece | undefined

/** A comment up to the end of the line. */
export const lineComment: PieceReader = untilMark('\n')

/** A comment that ends with the given text. */
export function commentUntil(close: string): PieceReader {
  return (text, start, opener) => {
    const end = text.indexOf(close, start + opener.length)
    return { end: end === -1 ? text.length : end + close.length }
  }
}

/** A block comment that may contain nested ones. */
export const nestedComment: PieceReader = (text, start) => {
  const marks = /\/\*|\*\//g
  marks.lastIndex = start
  let depth = 0
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    depth += mark[0] === '/*' ? 1 : -1
    if (depth === 0) return { end: marks.lastIndex }
  }
  return { end: text.length }
}

/** A string that ends on the same line with the last character of its opener. A backslash escapes. */
export const lineString: PieceReader = (text, start, opener) => {
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

/** A string of any number of lines that ends with the given text. */
export function blockString(close: string, escapes: boolean): PieceReader {
  return (text, start, opener) => {
    const innerStart = start + opener.length
    let at = text.indexOf(close, innerStart)
    while (escapes && at > innerStart && isEscaped(text, at, innerStart)) at = text.indexOf(close, at + 1)
    return at === -1
      ? { innerStart, innerEnd: text.length, end: text.length }
      : { innerStart, innerEnd: at, end: at + close.length }
  }
}

/** A string in which a doubled quote is a literal quote: C#'s `@"…"`. */
export const verbatimString: PieceReader = (text, start, opener) => {
  const innerStart = start + opener.length
  let at = text.indexOf('"', innerStart)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at === -1 ? undefined : { innerStart, innerEnd: at, end: at + 1 }
}

/** One character in quotes. A lone quote is something else: a lifetime, a symbol or a digit separator. */
export const character: PieceReader = (text, start) => {
  const match = /'(?:\\(?:u\{?[\da-fA-F]+\}?|x[\da-fA-F]+|[0-7]{1,3}|[^\n])|[^\\'\n]{1,2})'/y
  match.lastIndex = start
  return match.exec(text) === null
    ? undefined
    : { innerStart: start + 1, innerEnd: match.lastIndex - 1, end: match.lastIndex }
}

/** Rust's `r#"…"#` and Swift's `#"…"#`. */
export const hashString: PieceReader = (text, start, opener) => {
  const hashes = opener.replace(/[^#]/g, '')
  return blockString(`"${hashes}`, false)(text, start, opener)
}

/** C++'s `R"x(…)x"`. */
export const delimitedString: PieceReader = (text, start, opener) =>
  blockString(`)${opener.slice(opener.indexOf('"') + 1, -1)}"`, false)(text, start, opener)

/** A here-document of shells, Ruby and PHP. It begins on the line after its opener. */
export const hereDocument: PieceReader = (text, start, opener) => {
  const word = /\w+/.exec(opener)?.[0]
  const lineEnd = text.indexOf('\n', start)
  // Inside shell arithmetic `((…))`, `<<` is a shift.
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

/** Text of a PHP file outside of its PHP code. */
export const outsidePhp: PieceReader = untilMark('<?')

/** Creates a reader of the text up to the given mark. */
function untilMark(mark: string): PieceReader {
  return (text, start) => {
    const end = text.indexOf(mark, start)
    return { end: end === -1 ? text.length : end }
  }
}

/** `#` begins a comment only where a word may begin: in `$#`, `${x#y}` and `a#b` it is code. */
export const shellComment: PieceReader = (text, start, opener) =>
  start === 0 || /[\s;&|()]/.test(text[start - 1] ?? '') ? lineComment(text, start, opener) : undefined

function isEscaped(text: string, at: number, from: number): boolean {
  let count = 0
  while (at - 1 - count >= from && text.charCodeAt(at - 1 - count) === BACKSLASH) count++
  return count % 2 === 1
}

const BACKSLASH = 92
const NEWLINE = 10

import { commentUntil, lineComment, lineString, type PieceReader, type TextPiece } from './piece-readers.ts'

/** Characters that begin a comment, string, template or regular expression. */
export const JAVASCRIPT_OPENERS: RegExp = /["'`/]/g

/**
 * Reads the comment, string, template or regular expression at an opener. A `/` is a division unless the preceding code
 * cannot be a value.
 */
export const readJavaScriptPiece: PieceReader = (text, start, opener) => {
  switch (opener) {
    case '`':
      return { innerStart: start + 1, ...templateEnd(text, start + 1) }
    case '/':
      return readSlash(text, start)
    default:
      // An apostrophe in JSX text does not open a string.
      return lineString(text, start, opener)
  }
}

const blockComment = commentUntil('*/')

function readSlash(text: string, start: number): TextPiece | undefined {
  const next = text[start + 1]
  if (next === '/') return lineComment(text, start, '//')
  if (next === '*') return blockComment(text, start, '/*')
  if (!patternMayBegin(text, start)) return undefined
  PATTERN.lastIndex = start
  if (!PATTERN.test(text)) return undefined
  return { innerStart: start + 1, innerEnd: PATTERN.lastIndex - 1, end: PATTERN.lastIndex }
}

/**
 * Returns the end of a template whose content begins at `from`. Code between `${` and `}` counts as content, including
 * its strings and templates, so imports inside a template are not found.
 */
function templateEnd(text: string, from: number): { readonly innerEnd: number; readonly end: number } {
  // True inside a template, false inside the braces of a substitution.
  const open: boolean[] = [true]
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (open.at(-1) === true) {
      if (code === BACKSLASH) at++
      else if (code === BACKTICK) {
        open.pop()
        if (open.length === 0) return { innerEnd: at, end: at + 1 }
      } else if (code === DOLLAR && text.charCodeAt(at + 1) === BRACE_OPEN) {
        open.push(false)
        at++
      }
    } else if (code === BRACE_CLOSE) open.pop()
    else if (code === BRACE_OPEN) open.push(false)
    else if (code === BACKTICK) open.push(true)
    else if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE)
      at = (lineString(text, at, text.charAt(at))?.end ?? at + 1) - 1
    else if (code === SLASH) at = (readSlash(text, at)?.end ?? at + 1) - 1
  }
  return { innerEnd: text.length, end: text.length }
}

function patternMayBegin(text: string, slash: number): boolean {
  let at = slash - 1
  while (at >= 0 && WHITE_SPACE.has(text.charCodeAt(at))) at--
  if (at < 0) return true
  const before = text[at] ?? ''
  if (/[)\]}"'`]/.test(before)) return false
  if (!/[\w$]/.test(before)) return before !== '<'
  return BEFORE_VALUE.test(text.slice(Math.max(0, at - 11), at + 1))
}

const PATTERN = /\/(?:[^/\\[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+\//y
const BEFORE_VALUE = /(?<![\w$.])(?:return|typeof|instanceof|in|of|new|delete|void|throw|case|do|else|yield|await)$/
const WHITE_SPACE: ReadonlySet<number> = new Set([9, 10, 13, 32])
const BACKSLASH = 92
const BACKTICK = 96
const DOLLAR = 36
const BRACE_OPEN = 123
const BRACE_CLOSE = 125
const DOUBLE_QUOTE = 34
const SINGLE_QUOTE = 39
const SLASH = 47

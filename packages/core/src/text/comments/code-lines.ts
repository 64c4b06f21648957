import { commentSyntax, type CommentSyntax } from './comment-syntax.ts'
import { scanSpans } from './scan-spans.ts'

/**
 * Returns the code of each line of a text, without comments and without white space that is insignificant in its
 * language. A line with only comments or white space is empty. Two texts with the same code, ignoring empty lines,
 * behave the same.
 *
 * Everything not known to be insignificant stays: line breaks, indentation where it is syntax, the contents of
 * literals. In a file of an unknown language only trailing white space is removed.
 */
export function codeLines(path: string, text: string): readonly string[] {
  const syntax = commentSyntax(path)
  if (syntax === undefined) return text.split('\n').map((line) => line.trimEnd())
  const lines: string[] = []
  let line = ''
  let blanks = ''
  const endLine = (rest = ''): void => {
    lines.push(line + rest)
    line = ''
    blanks = ''
  }
  const addCode = (code: string): void => {
    if (line === '') line = syntax.indented === true ? blanks : ''
    else if (blanks !== '' && isSignificantSpace(line, code, syntax)) line += ' '
    blanks = ''
    line += code
  }
  // Scans character by character: a regular expression takes twice as long, and a check reads thousands of texts.
  const addPlain = (from: number, to: number): void => {
    for (let start = from, end = from; start < to; start = end) {
      const code = text.charCodeAt(start)
      end = start + 1
      if (code === LINE_FEED) {
        endLine()
        continue
      }
      const isBlankPiece = isBlank(code)
      for (; end < to; end++) {
        const next = text.charCodeAt(end)
        if (next === LINE_FEED || isBlank(next) !== isBlankPiece) break
      }
      if (isBlankPiece) blanks += text.slice(start, end)
      else addCode(text.slice(start, end))
    }
  }
  let position = 0
  for (const { kind, start, end } of scanSpans(text, syntax)) {
    addPlain(position, start)
    position = end
    const parts = text.slice(start, end).split('\n')
    if (kind === 'comment') {
      for (let rest = parts.length; rest > 1; rest--) endLine()
      // A comment separates words as white space does.
      blanks += ' '
      continue
    }
    for (const [index, part] of parts.entries()) {
      // An empty line of a literal is not an empty line of code.
      if (index > 0) endLine('\n')
      if (index === 0) addCode(part)
      else line += part
    }
  }
  addPlain(position, text.length)
  endLine()
  return lines
}

const LINE_FEED = 10
const BLANK = /\s/u

function isBlank(code: number): boolean {
  if (code < 128) return code === 32 || (code >= 9 && code <= 13)
  return BLANK.test(String.fromCharCode(code))
}

const WORD = /[\p{L}\p{N}_$]/u
const BRACKET = /[()[\]{},;]/u

/** Whether white space between two pieces of code is significant. */
function isSignificantSpace(before: string, after: string, syntax: CommentSyntax): boolean {
  // `#define f (x)` differs from `#define f(x)`.
  if (syntax.separated === true || before.startsWith('#')) return true
  const [left, right] = [before.at(-1) ?? '', after.at(0) ?? '']
  if (WORD.test(left) !== WORD.test(right)) return false
  return WORD.test(left) || !(BRACKET.test(left) || BRACKET.test(right))
}

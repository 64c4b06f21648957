import type { CommentSyntax } from './comment-syntax.ts'
import { escapeRegExp } from '../escape-reg-exp.ts'

/** A comment or a literal in a text, as offsets. `end` is the offset after its last character. */
export interface TextSpan {
  readonly kind: 'comment' | 'literal'
  readonly start: number
  readonly end: number
  /** Whether it is a comment that ends with its line. */
  readonly toEnd: boolean
}

/**
 * Yields the comments and literals (strings, characters, regular expressions) of a text, in order. They never overlap.
 * An unclosed string ends with its line if its language has no multi-line strings.
 */
export function* scanSpans(text: string, syntax: CommentSyntax): Generator<TextSpan, void, undefined> {
  const interesting = interestingPattern(syntax)
  let position = 0
  for (;;) {
    interesting.lastIndex = position
    const match = interesting.exec(text)
    if (match === null) return
    const [token] = match
    const start = match.index
    if (syntax.line.includes(token)) {
      const inWord = syntax.spaced === true && start > 0 && !/\s/.test(text.charAt(start - 1))
      if (inWord) {
        position = start + token.length
        continue
      }
      position = lineEnd(text, start)
      const interpreter = start === 0 && text.startsWith('#!')
      if (!interpreter) yield { kind: 'comment', start, end: position, toEnd: true }
      continue
    }
    const block = syntax.block.find(([open]) => open === token)
    if (block !== undefined || (syntax.docstrings === true && isDocstring(text, start, token, syntax))) {
      const close = block?.[1] ?? token
      const closed = text.indexOf(close, start + token.length)
      position = closed === -1 ? text.length : closed + close.length
      yield { kind: 'comment', start, end: position, toEnd: false }
      continue
    }
    position = pastLiteral(text, start, token, syntax)
    // A lone `/` or `'` is an operator or part of a name.
    if (position > start + token.length) yield { kind: 'literal', start, end: position, toEnd: false }
  }
}

const patterns = new Map<CommentSyntax, RegExp>()

function interestingPattern(syntax: CommentSyntax): RegExp {
  const known = patterns.get(syntax)
  if (known !== undefined) return known
  const words = [...syntax.block.map(([open]) => open), ...syntax.line, ...syntax.longQuotes, ...syntax.quotes]
  if (syntax.rust === true) words.push("'")
  const sources = words.map(escapeRegExp)
  if (syntax.rust === true) sources.unshift('\\br#*"')
  if (syntax.regex === true) sources.push('\\/')
  const pattern = new RegExp(sources.join('|'), 'g')
  patterns.set(syntax, pattern)
  return pattern
}

/** Whether a string literal is a statement of its own. */
function isDocstring(text: string, at: number, token: string, syntax: CommentSyntax): boolean {
  if (!syntax.longQuotes.includes(token)) return false
  const before = text.slice(Math.max(0, at - 400), at).replace(/[rRuU]$/, '')
  const code = before.trimEnd()
  if (code === '') return true
  const newlines = before.slice(code.length).split('\n').length - 1
  const lastLine = code.slice(code.lastIndexOf('\n') + 1)
  return newlines > 1 || (newlines === 1 && /:(?:$|[ \t]*#)/.test(lastLine))
}

/**
 * Returns the end of the string, regular expression or character literal that begins here; the next position when none
 * begins.
 */
function pastLiteral(text: string, at: number, token: string, syntax: CommentSyntax): number {
  const next = at + token.length
  if (syntax.rust === true && token.endsWith('"') && token.length > 1) {
    const closed = text.indexOf(`"${token.slice(1, -1)}`, next)
    return closed === -1 ? text.length : closed + token.length - 1
  }
  if (syntax.rust === true && token === "'") {
    const character = /^'(?:\\[^\n]{1,9}?|[^\\'\n]{1,2})'/.exec(text.slice(at, at + 12))
    return character === null ? next : at + character[0].length
  }
  if (token === '/') return pastRegex(text, at)
  const long = syntax.longQuotes.includes(token)
  for (let position = next; position < text.length; position++) {
    const character = text.charAt(position)
    if (character === '\\') position++
    else if (character === '\n' && !long) return position
    else if (text.startsWith(token, position)) return position + token.length
  }
  return text.length
}

/** Code after which a regular expression may begin. */
const BEFORE_REGEX = /(?:^|[(,=:[!&|?{};+\n]|\breturn|\btypeof|=>)\s*$/

function pastRegex(text: string, at: number): number {
  if (!BEFORE_REGEX.test(text.slice(Math.max(0, at - 20), at))) return at + 1
  let inClass = false
  for (let position = at + 1; position < text.length; position++) {
    const character = text.charAt(position)
    if (character === '\n') return at + 1
    if (character === '\\') position++
    else if (character === '[') inClass = true
    else if (character === ']') inClass = false
    else if (character === '/' && !inClass) return position + 1
  }
  return at + 1
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

import type { LineRange } from '@chronicle/schema'
import type { CommentSyntax } from './comment-syntax.ts'

/** A block comment, or line comments that follow each other. Lines count from 1. */
export interface Comment extends LineRange {
  /** Its words without comment marks, one entry for each line. */
  readonly text: readonly string[]
  /** Code stands before it on its line. */
  readonly trailing: boolean
  /** Its mark says that it documents what it stands at, for those who call it. */
  readonly doc: boolean
}

interface Found extends Comment {
  readonly column: number
  /** To the end of its line. */
  readonly toEnd: boolean
}

/** Returns the comments of a text, in order. Strings are skipped; one that is never closed ends with its line. */
export function scanComments(text: string, syntax: CommentSyntax): readonly Comment[] {
  return joinLines(findAll(text, syntax))
}

function findAll(text: string, syntax: CommentSyntax): readonly Found[] {
  const interesting = interestingPattern(syntax)
  const found: Found[] = []
  let line = 1
  let lineStart = 0
  let position = 0
  const countTo = (end: number): void => {
    for (let next = text.indexOf('\n', lineStart); next !== -1 && next < end; next = text.indexOf('\n', lineStart)) {
      line++
      lineStart = next + 1
    }
  }
  for (;;) {
    interesting.lastIndex = position
    const match = interesting.exec(text)
    if (match === null) return found
    const token = match[0]
    const at = match.index
    countTo(at)
    const opened = { line, lineStart }
    const block = syntax.block.find(([open]) => open === token)
    if (syntax.line.includes(token)) {
      const end = lineEnd(text, at)
      position = end
      if (syntax.spaced === true && at > lineStart && !/\s/.test(text.charAt(at - 1))) {
        position = at + token.length
        continue
      }
      if (token === '#' && text.startsWith('#!', at) && at === 0) continue
      found.push(comment(text, [at, end], [line, line], lineStart, true))
      continue
    }
    if (block !== undefined || (syntax.docstrings === true && isDocstring(text, at, token, syntax))) {
      const close = block?.[1] ?? token
      const closed = text.indexOf(close, at + token.length)
      position = closed === -1 ? text.length : closed + close.length
      countTo(position)
      found.push(comment(text, [at, position], [opened.line, line], opened.lineStart, false))
      continue
    }
    position = pastLiteral(text, at, token, syntax)
  }
}

const patterns = new Map<CommentSyntax, RegExp>()

function interestingPattern(syntax: CommentSyntax): RegExp {
  const known = patterns.get(syntax)
  if (known !== undefined) return known
  const words = [...syntax.block.map(([open]) => open), ...syntax.line, ...syntax.longQuotes, ...syntax.quotes]
  if (syntax.rust === true) words.push("'")
  const sources = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  if (syntax.rust === true) sources.unshift('\\br#*"')
  if (syntax.regex === true) sources.push('\\/')
  const pattern = new RegExp(sources.join('|'), 'g')
  patterns.set(syntax, pattern)
  return pattern
}

function comment(
  text: string,
  [start, end]: readonly [number, number],
  [first, last]: readonly [number, number],
  lineStart: number,
  toEnd: boolean,
): Found {
  const words = text
    .slice(start, end)
    .split('\n')
    .map((each, index) => cleaned(each, index > 0 && !toEnd))
  const before = text.slice(lineStart, start)
  const doc = /^(?:\/\*\*|\/\/[/!]|[rRuU]?(?:"""|'''))/.test(text.slice(start, start + 4))
  return { start: first, end: last, text: words, trailing: before.trim() !== '', doc, column: start - lineStart, toEnd }
}

/** A line of a comment without its marks. Indentation after them stays: it tells code from words. */
function cleaned(line: string, inside: boolean): string {
  const open = inside
    ? /^\s*\*(?!\/)\s?(?=\s|\S|$)/
    : /^(?:\/\/+[!<]?|\/\*+!?|#+[:!]?|--+|;+|<!--+|[rRuUbB]*(?:"""|'''))[ \t]?/
  return line.replace(open, '').replace(/\s*(?:\*+\/|--+>|"""|''')?\s*$/, '')
}

/** A literal string that is a statement of its own. */
function isDocstring(text: string, at: number, token: string, syntax: CommentSyntax): boolean {
  if (!syntax.longQuotes.includes(token)) return false
  const before = text.slice(Math.max(0, at - 400), at)
  return /(?:^|[:\n]\s*\n|:[ \t]*(?:#[^\n]*)?\n)\s*[rRuU]?$/.test(before) || /^\s*[rRuU]?$/.test(text.slice(0, at))
}

/** The end of a string, regular expression or character that begins here; the next position where none does. */
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

/** What a regular expression can follow. */
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

/** Comments to the end of the line that stand below each other are one. */
function joinLines(found: readonly Found[]): readonly Comment[] {
  const joined: Found[] = []
  for (const each of found) {
    const last = joined.at(-1)
    const follows =
      last !== undefined && last.toEnd && each.toEnd && last.end + 1 === each.start && last.column === each.column
    if (follows && !each.trailing)
      joined[joined.length - 1] = { ...last, end: each.end, text: [...last.text, ...each.text] }
    else joined.push(each)
  }
  return joined
}

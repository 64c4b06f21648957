import type { LineRange } from '@chronicle/schema'
import type { CommentSyntax } from './comment-syntax.ts'
import { scanSpans } from './scan-spans.ts'

/** A block comment, or adjacent line comments. Lines count from 1. */
export interface Comment extends LineRange {
  /** Its words without comment marks, one entry for each line. */
  readonly text: readonly string[]
  /** Whether code precedes it on its line. */
  readonly trailing: boolean
  /** Whether its mark makes it documentation of the code beside it, for callers. */
  readonly doc: boolean
}

interface Found extends Comment {
  readonly column: number
  /** Whether it extends to the end of its line. */
  readonly toEnd: boolean
}

/** Returns the comments of a text, in order. Strings are skipped; an unclosed string ends with its line. */
export function scanComments(text: string, syntax: CommentSyntax): readonly Comment[] {
  return joinLines(findAll(text, syntax))
}

function findAll(text: string, syntax: CommentSyntax): readonly Found[] {
  const found: Found[] = []
  let line = 1
  let lineStart = 0
  const countTo = (end: number): void => {
    for (let next = text.indexOf('\n', lineStart); next !== -1 && next < end; next = text.indexOf('\n', lineStart)) {
      line++
      lineStart = next + 1
    }
  }
  for (const { kind, start, end, toEnd } of scanSpans(text, syntax)) {
    if (kind === 'literal') continue
    countTo(start)
    const first = { line, lineStart }
    countTo(end)
    found.push(comment(text, [start, end], [first.line, line], first.lineStart, toEnd))
  }
  return found
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

const CLOSING_MARK = /(?:(?<!\*)\*+\/|(?<!-)--+>|"""|''')$/

/**
 * Returns a line of a comment without its marks. Indentation after the marks stays, because it distinguishes code from
 * words.
 */
function cleaned(line: string, inside: boolean): string {
  const open = inside
    ? /^\s*\*(?!\/)\s?(?=\s|\S|$)/
    : /^(?:\/\/+[!<]?|\/\*+!?|#+[:!]?|--+|;+|<!--+|[rRuUbB]*(?:"""|'''))[ \t]?/
  return line.replace(open, '').trimEnd().replace(CLOSING_MARK, '').trimEnd()
}

/** Joins line comments on consecutive lines into one. */
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

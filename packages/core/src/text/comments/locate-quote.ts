import type { LineRange } from '@chronicle/schema'

/** Marks before the words of a comment line. */
const OPENING = /^\s*(?:\/\/[/!]?|\/\*+!?|\*+(?!\/)|#+[!:]?|--+|;+|<!--|"""|''')?[ \t]?/
/** Marks after the words of a block comment's last line. */
const CLOSING = ['*/', '-->', '"""', "'''"] as const

/** Returns one line without comment marks; a line that is not a comment only loses its indentation. */
function withoutCommentMarks(line: string): string {
  const words = line.trimEnd().replace(OPENING, '')
  const closing = CLOSING.find((mark) => words.endsWith(mark))
  if (closing === undefined) return words
  let end = words.length - closing.length
  while (closing === '*/' && words[end - 1] === '*') end--
  return words.slice(0, end).trimEnd()
}

/** Returns a text on one line, with single spaces. */
export function joinedWords(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/**
 * Finds a quote in some lines; returns indices from 0, both ends included. White space, line breaks and comment marks
 * are ignored. `undefined` when it is not found.
 */
export function locateQuote(lines: readonly string[], quote: string): LineRange | undefined {
  const words = joinedWords(quote)
  if (words === '') return undefined
  return locate(lines.map(joinedWords), words) ?? locate(lines.map(withoutCommentMarks).map(joinedWords), words)
}

function locate(lines: readonly string[], words: string): LineRange | undefined {
  const text: string[] = []
  const starts: { readonly line: number; readonly offset: number }[] = []
  let offset = 0
  for (const [line, each] of lines.entries()) {
    if (each === '') continue
    starts.push({ line, offset })
    text.push(each)
    offset += each.length + 1
  }
  const found = text.join(' ').indexOf(words)
  if (found === -1) return undefined
  const lineAt = (position: number): number => starts.findLast((start) => start.offset <= position)?.line ?? 0
  return { start: lineAt(found), end: lineAt(found + words.length - 1) }
}

import { escapeUnsafe } from '../text/escape-unsafe.ts'

const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u
const foldable = /[\s\u0085]+/gu
// White space other than single spaces between words. Most texts have none and need no replacement.
const hasFoldable = /[^\S ]|\u0085| {2}|^ | $/u

/**
 * Converts a text to one line: line breaks and runs of white space become one space, unsafe characters become visible
 * (`\u202e`).
 */
export function neutralise(text: string): string {
  return escapeUnsafe(hasFoldable.test(text) ? text.replace(foldable, ' ').trim() : text)
}

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])

/** Converts a path to one line. White space is part of its name and stays; a line break becomes `\n`. */
export function neutralisePath(path: string): string {
  return escapeUnsafe(path.replace(/[\n\r\t]/gu, (character) => shortEscapes.get(character) ?? character))
}

/**
 * Returns the neutralised lines of a text without blank ones. The caller must indent every line after the first, so
 * that none can be mistaken for our own lines.
 */
export function neutraliseLines(text: string): readonly string[] {
  const lines: string[] = []
  for (const line of text.split(lineBreak)) {
    const shown = escapeUnsafe(line.replaceAll('\t', '  ').trimEnd())
    if (shown !== '') lines.push(lines.length === 0 ? shown.trimStart() : shown)
  }
  return lines
}

import { escapeUnsafe } from '../text/escape-unsafe.ts'

const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u
const foldable = /[\s\u0085]+/gu
// White space that is not one space between words: most texts have none and are left alone.
const hasFoldable = /[^\S ]|\u0085| {2}|^ | $/u

/** One line: line breaks and runs of white space become one space, unsafe characters become visible (`\u202e`). */
export function neutralise(text: string): string {
  return escapeUnsafe(hasFoldable.test(text) ? text.replace(foldable, ' ').trim() : text)
}

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])

/** A path on one line, as it is: white space is part of its name, and a line break in it stands as `\n`. */
export function neutralisePath(path: string): string {
  return escapeUnsafe(path.replace(/[\n\r\t]/gu, (character) => shortEscapes.get(character) ?? character))
}

/**
 * The lines of a text that may keep them, without the blank ones. The caller must indent every line after the first,
 * so that none can pass for a line of ours.
 */
export function neutraliseLines(text: string): readonly string[] {
  const lines: string[] = []
  for (const line of text.split(lineBreak)) {
    const shown = escapeUnsafe(line.replaceAll('\t', '  ').trimEnd())
    if (shown !== '') lines.push(lines.length === 0 ? shown.trimStart() : shown)
  }
  return lines
}

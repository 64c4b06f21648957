import type { AstUnit } from '@chronicle/core/contracts'

/** A named stanza of a configuration file. */
export interface Stanza {
  /** The keys from the top of the file to the stanza. */
  readonly keys: readonly string[]
  /** Nesting depth, from 1. A table header counts as one level, however many keys it has. */
  readonly level: number
  /** First line, 1-based; both ends are inclusive. */
  readonly start: number
  readonly end: number
}

export interface Stanzas {
  readonly stanzas: readonly Stanza[]
  /** Whether the text has syntax errors. */
  readonly broken: boolean
}

/** Maximum nesting depth of a stanza that becomes a unit. Deeper stanzas are details of their parents. */
export const MAX_LEVEL = 3

/** Lock files and data files have many thousands of keys. Above this number only the upper levels become units. */
const MAX_STANZAS = 2000

/**
 * Returns the stanzas as units, outer before inner, down to the deepest level at which they stay within the maximum.
 */
export function unitsOf(stanzas: readonly Stanza[]): readonly AstUnit[] {
  let level = MAX_LEVEL
  while (level > 1 && stanzas.filter((stanza) => stanza.level <= level).length > MAX_STANZAS) level--
  return stanzas
    .filter((stanza) => stanza.level <= level)
    .sort((a, b) => a.start - b.start || b.end - a.end || a.level - b.level)
    .map(({ keys, start, end }) => ({ type: 'config', name: keys.map(segment).join('::'), lines: { start, end } }))
}

/** Returns a key on one line. Keys may be empty: `packages::""` is the root of a lock file. */
function segment(key: string): string {
  const text = key.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return text === '' ? '""' : text
}

/**
 * Returns the first line of the comments directly above a line. A comment starts with `#`. Only lines indented like the
 * stanza count, so that text of a block above is not mistaken for a comment.
 */
export function commentStart(lines: readonly string[], line: number, indent: number): number {
  let first = line
  while (first > 1 && isComment(lines[first - 2] ?? '', indent)) first--
  return first
}

/**
 * Returns the last line of a stanza that ends before line `next`, without the blank lines and comments that belong to
 * the next stanza.
 */
export function stanzaEnd(lines: readonly string[], start: number, next: number, indent: number): number {
  let last = Math.max(start, next - 1)
  while (last > start && isFiller(lines[last - 1] ?? '', indent)) last--
  return last
}

function isComment(line: string, indent: number): boolean {
  return line.startsWith('#', indent) && line.slice(0, indent).trim() === ''
}

function isFiller(line: string, indent: number): boolean {
  const text = line.trim()
  if (text === '' || text === '---' || text === '...') return true
  return text.startsWith('#') && line.length - line.trimStart().length <= indent
}

/** Splits a text into lines as git counts them, without line endings. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/u)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

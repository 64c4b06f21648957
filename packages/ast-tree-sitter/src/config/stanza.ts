import type { AstUnit } from '@chronicle/core/contracts'

/** A named stanza of a configuration file. */
export interface Stanza {
  /** The keys from the top of the file. */
  readonly keys: readonly string[]
  /** How deep it is nested, from 1. A table header counts as one whatever its length. */
  readonly level: number
  /** 1-based, both included. */
  readonly start: number
  readonly end: number
}

export interface Stanzas {
  readonly stanzas: readonly Stanza[]
  /** The text has syntax errors. */
  readonly broken: boolean
}

/** Deeper stanzas are details of their parents. */
export const MAX_LEVEL = 3

/** Lock files and data have many thousands of keys: then only the upper levels are worth naming. */
const MAX_STANZAS = 2000

/** The stanzas down to the deepest level at which they are not too many, outer before inner. */
export function unitsOf(stanzas: readonly Stanza[]): readonly AstUnit[] {
  let level = MAX_LEVEL
  while (level > 1 && stanzas.filter((stanza) => stanza.level <= level).length > MAX_STANZAS) level--
  return stanzas
    .filter((stanza) => stanza.level <= level)
    .sort((a, b) => a.start - b.start || b.end - a.end || a.level - b.level)
    .map(({ keys, start, end }) => ({ type: 'config', name: keys.map(segment).join('::'), lines: { start, end } }))
}

/** A key on one line. Keys may be empty: `packages::""` is the root of a lock file. */
function segment(key: string): string {
  const text = key.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return text === '' ? '""' : text
}

/**
 * The first line of the comments directly above a line. `#` starts a comment; only lines indented like the stanza
 * count, so that a comment in a block of text above is not taken for one.
 */
export function commentStart(lines: readonly string[], line: number, indent: number): number {
  let first = line
  while (first > 1 && isComment(lines[first - 2] ?? '', indent)) first--
  return first
}

/** The last line of a stanza that reaches to the line before `next` at most: without the blank lines and comments that lead on. */
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

/** Lines as git counts them, without their ends. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/u)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

import type { AstUnitType, LineSpan } from '@chronicle/core/contracts'
import type { SymbolFacts } from '../facts/file-facts.ts'
import { ownName } from '../words/own-name.ts'

/** Lines above a change that are looked at. */
const MAX_LINES = 600
/** Lines of one run of changes that are looked at. */
const MAX_SPAN = 200
/** Their declarations look like any use of their names. */
const NAMES_ONLY: ReadonlySet<AstUnitType> = new Set(['field', 'variable', 'constant', 'property', 'config'])
const WORD = /[A-Za-z_$\u00aa-\uffff][\w$\u00aa-\uffff]*/g

/**
 * Names the units of today's file that some lines of an older text stand in, without parsing it: the lines above that
 * are indented less are the headers around a line, and one that holds the name of a unit is that unit's. Several units
 * of one name are told apart by the headers further out.
 */
export function enclosingUnits(
  lines: readonly string[],
  spans: readonly LineSpan[],
  symbols: readonly SymbolFacts[],
): readonly string[] {
  const byName = new Map<string, Declaration[]>()
  for (const { name, kind, signature = '' } of symbols) {
    if (NAMES_ONLY.has(kind)) continue
    const last = ownName(name)
    const at = signature.indexOf(last)
    if (at !== -1)
      byName.set(last, [...(byName.get(last) ?? []), { name, opening: signature.slice(0, at + last.length) }])
  }
  const found = new Set<string>()
  for (const { start, count } of spans) {
    // Blank lines between units belong to none.
    for (let line = Math.max(1, start); line < start + Math.min(MAX_SPAN, Math.max(1, count)); line++) {
      if (count > 0 && (lines[line - 1] ?? '').trim() === '') continue
      const name = enclosingUnit(lines, line, byName)
      if (name !== undefined) found.add(name)
    }
  }
  return [...found]
}

/** A unit and how its declaration begins, up to its name. */
interface Declaration {
  readonly name: string
  readonly opening: string
}

function enclosingUnit(
  lines: readonly string[],
  line: number,
  byName: ReadonlyMap<string, readonly Declaration[]>,
): string | undefined {
  let least = Infinity
  let inner: readonly string[] | undefined
  for (let at = line; at >= Math.max(1, line - MAX_LINES) && least > 0; at--) {
    const text = lines[at - 1] ?? ''
    if (text.trim() === '') continue
    const indent = text.length - text.trimStart().length
    // The line itself may be the header.
    if (indent >= least) continue
    least = indent
    const words = text.match(WORD) ?? []
    if (inner === undefined) {
      const plain = text.trim().replace(/\s+/g, ' ')
      const declared = words
        .flatMap((word) => byName.get(word) ?? [])
        .filter(({ opening }) => plain.startsWith(opening))
      const names = [...new Set(declared.map(({ name }) => name))]
      if (names.length === 1) return names[0]
      if (names.length > 1) inner = names
    } else {
      // Its own name comes before those of its bases.
      for (const word of words) {
        const held = inner.filter((name) => name.split('::').slice(0, -1).includes(word))
        if (held.length === 1) return held[0]
      }
    }
  }
  return inner?.[0]
}

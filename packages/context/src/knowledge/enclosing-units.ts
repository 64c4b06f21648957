import type { AstUnitType, LineSpan } from '@chronicle/core/contracts'
import { groupBy } from '@chronicle/schema'
import type { SymbolFacts } from '../facts/file-facts.ts'
import { ownName } from '../words/own-name.ts'

/** Maximum number of lines to search above a change. */
const MAX_LINES = 600
/** Maximum number of lines to examine in one run of changes. */
const MAX_SPAN_LINES = 200
/** Maximum number of characters of a line to examine. A header names its unit before that. */
const MAX_LINE = 1000
/** Kinds of units whose declarations look like any use of their names. */
const NAMES_ONLY: ReadonlySet<AstUnitType> = new Set(['field', 'variable', 'constant', 'property', 'config'])
const WORD = /[A-Za-z_$\u00aa-\uffff][\w$\u00aa-\uffff]*/g

/**
 * Returns the names of the current units that enclose the given lines of an older text, without parsing it. The lines
 * above with less indentation are the headers around a line, and a header that contains the declaration of a unit
 * belongs to that unit. Units of the same name are distinguished by the headers further out.
 */
export function enclosingUnits(
  lines: readonly string[],
  spans: readonly LineSpan[],
  symbols: readonly SymbolFacts[],
): readonly string[] {
  const declarations = symbols.flatMap(({ name, kind, signature = '' }) => {
    const last = ownName(name)
    const at = NAMES_ONLY.has(kind) ? -1 : signature.indexOf(last)
    return at === -1 ? [] : { name, opening: signature.slice(0, at + last.length) }
  })
  // Generated code declares the same unit thousands of times.
  const distinct = new Map(declarations.map((each) => [`${each.name}\0${each.opening}`, each]))
  const byName = groupBy([...distinct.values()], ({ name }) => ownName(name))
  const found = new Set<string>()
  for (const { start, count } of spans) {
    // Blank lines between units belong to no unit.
    for (let line = Math.max(1, start); line < start + Math.min(MAX_SPAN_LINES, Math.max(1, count)); line++) {
      if (count > 0 && (lines[line - 1] ?? '').trim() === '') continue
      const name = enclosingUnit(lines, line, byName)
      if (name !== undefined) found.add(name)
    }
  }
  return [...found]
}

/** A unit and the start of its declaration, up to its name. */
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
    const text = lines[at - 1]?.slice(0, MAX_LINE) ?? ''
    if (text.trim() === '') continue
    const indent = text.length - text.trimStart().length
    // The line itself may be the header.
    if (indent >= least) continue
    least = indent
    const words = new Set(text.match(WORD))
    if (inner === undefined) {
      const plain = text.trim().replace(/\s+/g, ' ')
      const declared = [...words]
        .flatMap((word) => byName.get(word) ?? [])
        .filter(({ opening }) => plain.startsWith(opening))
      const names = [...new Set(declared.map(({ name }) => name))]
      if (names.length === 1) return names[0]
      if (names.length > 1) inner = names
    } else {
      // A class header names the class before its bases.
      for (const word of words) {
        const held = inner.filter((name) => name.split('::').slice(0, -1).includes(word))
        if (held.length === 1) return held[0]
      }
    }
  }
  return inner?.[0]
}

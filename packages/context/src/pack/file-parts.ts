import type { AstUnitType, TokenCounter } from '@chronicle/core/contracts'
import { hasWords } from '@chronicle/core/text'
import { omitUndefined, type LineRange } from '@chronicle/schema'
import type { FileFacts, SymbolFacts } from '../facts/file-facts.ts'

/** A run of lines of a file that is included as a whole or not at all. */
export interface FilePart {
  /** Position in `FileFacts.symbols`. Absent for code outside of units. */
  readonly symbol?: number
  readonly lines: LineRange
  readonly tokens: number
}

/** Maximum number of lines of a class that is one part. */
const MAX_SMALL = 30
/**
 * Maximum number of lines of a function that is one part together with its inner functions: nobody edits half a
 * function.
 */
const MAX_FUNCTION = 120
export const FUNCTIONS: ReadonlySet<AstUnitType> = new Set(['function', 'method', 'constructor', 'getter', 'setter'])
/** Tokens of a part's heading. */
export const PART_OVERHEAD = 8

/**
 * Divides a file into parts that do not overlap: functions and methods, small types, the heads of large types, and the
 * runs of lines between them. The code of a long function around its inner functions becomes separate parts of that
 * function.
 */
export function fileParts(facts: FileFacts, lines: readonly string[], tokens: TokenCounter): readonly FilePart[] {
  const parts: FilePart[] = []
  const { symbols } = facts
  let next = 1
  /** Adds the lines from `next` up to `last`, unless none has a word: a lone bracket says nothing. */
  const addTo = (last: number, symbol?: number): void => {
    const range = { start: next, end: Math.min(last, lines.length) }
    if (range.end < range.start) return
    next = range.end + 1
    const own = lines.slice(range.start - 1, range.end)
    if (!own.some(hasWords)) return
    parts.push({ lines: range, tokens: tokens.count(own.join('\n')) + PART_OVERHEAD, ...omitUndefined({ symbol }) })
  }
  /** Long functions that may have lines left, the innermost last. */
  const open: number[] = []
  const addRest = (last: number): void => {
    for (let owner = open.at(-1); owner !== undefined && next <= last; owner = open.at(-1)) {
      const end = symbols[owner]?.lines.end ?? 0
      addTo(Math.min(last, end), owner)
      if (end > last) return
      open.pop()
    }
    addTo(last)
  }
  for (const [index, symbol] of symbols.entries()) {
    const { start, end } = symbol.lines
    if (start < next) continue
    addRest(start - 1)
    const isFunction = FUNCTIONS.has(symbol.kind)
    const inner = end - start < (isFunction ? MAX_FUNCTION : MAX_SMALL) ? [] : innerSymbols(symbols, index)
    addTo(Math.min(end, ...inner.map(({ lines: of }) => of.start - 1)), index)
    if (isFunction && inner.length > 0) open.push(index)
  }
  addRest(lines.length)
  return parts
}

/**
 * Returns the symbols inside another one that can be separate parts: those of more than one line that start below their
 * owner's first line.
 */
function innerSymbols(symbols: readonly SymbolFacts[], outer: number): readonly SymbolFacts[] {
  const { lines: own } = symbols[outer] ?? { lines: { start: 0, end: 0 } }
  const inner: SymbolFacts[] = []
  for (const symbol of symbols.slice(outer + 1)) {
    if (symbol.lines.start > own.end) break
    const isWithin = symbol.lines.start > own.start && symbol.lines.end <= own.end
    if (isWithin && symbol.lines.end > symbol.lines.start) inner.push(symbol)
  }
  return inner
}

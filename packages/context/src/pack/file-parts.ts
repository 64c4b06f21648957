import type { TokenCounter } from '@chronicle/core/contracts'
import { omitUndefined, type LineRange } from '@chronicle/schema'
import type { FileFacts, SymbolFacts } from '../facts/file-facts.ts'

/** A run of lines of a file that is given whole or not at all. */
export interface FilePart {
  /** Position in `FileFacts.symbols`. Absent: code outside of units. */
  readonly symbol?: number
  readonly lines: LineRange
  readonly tokens: number
}

/** Lines of a class up to which it is one part. */
const MAX_SMALL = 30
/** Tokens of a heading of a part. */
export const PART_OVERHEAD = 8

/**
 * Divides a file into parts that do not overlap: functions and methods, small types, the heads of large types, and the
 * runs of lines between them.
 */
export function fileParts(facts: FileFacts, lines: readonly string[], tokens: TokenCounter): readonly FilePart[] {
  const parts: FilePart[] = []
  const costOf = ({ start, end }: LineRange): number =>
    tokens.count(lines.slice(start - 1, end).join('\n')) + PART_OVERHEAD
  const add = (range: LineRange, symbol?: number): void => {
    if (range.end < range.start) return
    if (symbol === undefined && lines.slice(range.start - 1, range.end).every((line) => line.trim() === '')) return
    parts.push({ lines: range, tokens: costOf(range), ...omitUndefined({ symbol }) })
  }
  let next = 1
  const { symbols } = facts
  for (const [index, symbol] of symbols.entries()) {
    if (symbol.lines.start < next) continue
    const inner = innerSymbols(symbols, index)
    const isLarge = inner.length > 0 && symbol.lines.end - symbol.lines.start >= MAX_SMALL
    const end = isLarge ? Math.min(...inner.map(({ lines: { start } }) => start)) - 1 : symbol.lines.end
    add({ start: next, end: symbol.lines.start - 1 })
    if (end >= symbol.lines.start) add({ start: symbol.lines.start, end: Math.min(end, lines.length) }, index)
    next = Math.max(next, Math.min(end, lines.length) + 1)
  }
  add({ start: next, end: lines.length })
  return parts
}

/** Symbols inside of another one that are parts of their own: what has lines other than its owner's. */
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

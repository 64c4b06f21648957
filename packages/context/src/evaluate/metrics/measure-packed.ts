import type { TokenCounter } from '@chronicle/core/contracts'
import { groupBy, type LineRange, type RepoPath } from '@chronicle/schema'
import type { CompleteCase } from '../cases/complete-case.ts'
import { countLines, coversRange, intersectRanges, joinRanges } from '../line-ranges.ts'
import type { PackedContext } from '../run/retrieval-system.ts'

/** Measures what was packed for one budget. A measure is absent if the case has no gold for it. */
export function measurePacked(
  { tokens, budget, lines }: PackedContext,
  gold: CompleteCase,
  counter: TokenCounter,
): Readonly<Record<string, number>> {
  const packed = byPath(lines)
  const relevant = relevantLines(gold)
  const functions = gold.goldSymbols.flatMap(({ path, lines: of }) =>
    path === undefined || of === undefined ? [] : [{ path, of }],
  )
  let [shared, wanted, sharedTokens] = [0, 0, 0]
  for (const [path, ranges] of relevant) {
    const both = intersectRanges(ranges, packed.get(path) ?? [])
    shared += countLines(both)
    wanted += countLines(ranges)
    const text = gold.goldTexts.get(path) ?? []
    if (both.length > 0) sharedTokens += counter.count(both.map((range) => textOf(text, range)).join('\n'))
  }
  const total = [...packed.values()].reduce((sum, ranges) => sum + countLines(ranges), 0)
  const whole = functions.filter(({ path, of }) => coversRange(packed.get(path) ?? [], of))
  const goldFiles = gold.goldFiles.filter((path) => packed.has(path))
  return {
    // Share of the gold files with at least one packed line.
    [`packed-files@${budget}`]: goldFiles.length / gold.goldFiles.length,
    // Share of the gold functions with all lines packed.
    ...(functions.length > 0 && { [`packed-functions@${budget}`]: whole.length / functions.length }),
    [`line-recall@${budget}`]: wanted === 0 ? 0 : shared / wanted,
    [`line-precision@${budget}`]: total === 0 ? 0 : shared / total,
    // Tokens of the packed relevant lines, divided by the tokens of the package. These include what a package costs
    // besides its lines, so the share can exceed 1 only by rounding.
    [`token-efficiency@${budget}`]: tokens === 0 ? 0 : Math.min(1, sharedTokens / tokens),
    [`budget-use@${budget}`]: tokens / budget,
    [`over-budget@${budget}`]: tokens > budget ? 1 : 0,
  }
}

/**
 * Returns the lines that somebody who works on the task must see: those of the gold units, and the gold lines outside
 * them. If a case names only files, returns all their lines.
 */
function relevantLines(gold: CompleteCase): ReadonlyMap<RepoPath, readonly LineRange[]> {
  const relevant = new Map<RepoPath, readonly LineRange[]>()
  for (const path of gold.goldFiles) {
    const units = gold.goldSymbols.flatMap((symbol) => (symbol.path === path && symbol.lines ? [symbol.lines] : []))
    const ranges = joinRanges([...units, ...(gold.goldLines[path] ?? [])])
    if (ranges.length > 0) relevant.set(path, ranges)
  }
  if (relevant.size > 0) return relevant
  return new Map([...gold.goldTexts].map(([path, text]) => [path, [{ start: 1, end: Math.max(1, text.length) }]]))
}

function byPath(lines: PackedContext['lines']): ReadonlyMap<RepoPath, readonly LineRange[]> {
  const grouped = groupBy(lines, ({ path }) => path)
  return new Map([...grouped].map(([path, parts]) => [path, joinRanges(parts.map((part) => part.lines))]))
}

function textOf(text: readonly string[], { start, end }: LineRange): string {
  return text.slice(start - 1, end).join('\n')
}

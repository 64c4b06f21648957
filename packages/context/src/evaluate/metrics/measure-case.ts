import type { TokenCounter } from '@chronicle/core/contracts'
import { isNamed, type CompleteCase } from '../cases/complete-case.ts'
import type { GoldSymbol } from '../cases/evaluation-case.ts'
import type { RankedSymbol, RetrievedContext } from '../run/retrieval-system.ts'
import { measurePacked } from './measure-packed.ts'
import { measureRanks, ranksOf, type RankMeasures } from './rank-of.ts'

/**
 * Measures of one case by name, such as `file-acc@5`, `file-recall@10`, `file-mrr`, `function-acc@10`,
 * `packed-functions@4000`, `line-precision@4000`, `token-efficiency@4000`. A measure that the case has no gold for, or
 * that the system does not aim at, is absent.
 */
export type CaseMeasures = Readonly<Record<string, number>>

/** What is measured. */
export interface MeasureOptions {
  /** Cut-offs of the ranked lists. */
  readonly ranks: readonly number[]
  readonly budgets: readonly number[]
  readonly tokens: TokenCounter
}

/** Measures what a system found for a case. Accuracy is strict: all gold items within the first k. */
export function measureCase(gold: CompleteCase, found: RetrievedContext, options: MeasureOptions): CaseMeasures {
  const files = [...new Set(found.files.map(({ path }) => path))]
  const measures: Record<string, number> = {}
  const fileRanks = ranksOf(files, gold.goldFiles, (path, wanted) => path === wanted)
  addRanks(measures, 'file', measureRanks(fileRanks, files.length, options.ranks))
  if (found.symbols !== undefined && gold.goldSymbols.length > 0) {
    const symbolRanks = ranksOf(found.symbols, gold.goldSymbols, isSymbol)
    addRanks(measures, 'function', measureRanks(symbolRanks, found.symbols.length, options.ranks))
  }
  for (const budget of found.packed === undefined ? [] : options.budgets) {
    const packed = found.packed?.find((one) => one.budget === budget) ?? { budget, tokens: 0, lines: [] }
    const measured = measurePacked(packed, gold, options.tokens)
    measures[`packed-files@${budget}`] = measured.files
    if (measured.functions !== undefined) measures[`packed-functions@${budget}`] = measured.functions
    measures[`line-recall@${budget}`] = measured.lineRecall
    measures[`line-precision@${budget}`] = measured.linePrecision
    measures[`token-efficiency@${budget}`] = measured.tokenEfficiency
    measures[`budget-use@${budget}`] = measured.budgetUse
    measures[`over-budget@${budget}`] = measured.budgetUse > 1 ? 1 : 0
  }
  return measures
}

function addRanks(measures: Record<string, number>, what: string, ranks: RankMeasures): void {
  for (const [k, value] of ranks.accuracy) measures[`${what}-acc@${k}`] = value
  for (const [k, value] of ranks.recall) measures[`${what}-recall@${k}`] = value
  measures[`${what}-mrr`] = ranks.reciprocalRank
  measures[`${what}-recall`] = ranks.listRecall
  measures[`${what}-precision`] = ranks.listPrecision
}

/** Whether a ranked symbol is a gold one: by file and name, and by lines where both have them. */
function isSymbol(symbol: RankedSymbol, gold: GoldSymbol): boolean {
  if (gold.path !== undefined && gold.path !== symbol.path) return false
  if (!isNamed(symbol.name, gold.name)) return false
  if (gold.lines === undefined || symbol.lines === undefined) return true
  return symbol.lines.start <= gold.lines.end && gold.lines.start <= symbol.lines.end
}

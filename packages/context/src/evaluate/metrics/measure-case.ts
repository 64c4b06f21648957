import type { TokenCounter } from '@chronicle/core/contracts'
import { isNamed, type CompleteCase } from '../cases/complete-case.ts'
import type { GoldSymbol } from '../cases/evaluation-case.ts'
import type { RankedSymbol, RetrievedContext } from '../run/retrieval-system.ts'
import { measurePacked } from './measure-packed.ts'
import { measureRanks, ranksOf } from './rank-of.ts'

/**
 * Measures of one case by name, such as `file-acc@5`, `file-recall@10`, `file-mrr`, `function-acc@10`,
 * `packed-functions@4000`, `line-precision@4000`, `token-efficiency@4000`. A measure is absent if the case has no gold
 * for it, or the system does not produce what it measures.
 */
export type CaseMeasures = Readonly<Record<string, number>>

/** Cut-offs and budgets to measure at. */
export interface MeasureOptions {
  /** Cut-offs of the ranked lists. */
  readonly ranks: readonly number[]
  readonly budgets: readonly number[]
  readonly tokens: TokenCounter
}

/** Measures what a system found for a case. Accuracy is strict: all gold items within the first k. */
export function measureCase(gold: CompleteCase, found: RetrievedContext, options: MeasureOptions): CaseMeasures {
  const files = [...new Set(found.files.map(({ path }) => path))]
  const fileRanks = ranksOf(files, gold.goldFiles, (path, wanted) => path === wanted)
  const { symbols, packed } = found
  const measures = { ...measureRanks('file', fileRanks, files.length, options.ranks) }
  if (symbols !== undefined && gold.goldSymbols.length > 0) {
    const symbolRanks = ranksOf(symbols, gold.goldSymbols, isSymbol)
    Object.assign(measures, measureRanks('function', symbolRanks, symbols.length, options.ranks))
  }
  for (const budget of packed === undefined ? [] : options.budgets) {
    const ofBudget = packed?.find((one) => one.budget === budget) ?? { budget, tokens: 0, lines: [] }
    Object.assign(measures, measurePacked(ofBudget, gold, options.tokens))
  }
  return measures
}

/** Whether a ranked symbol matches a gold one: by file and name, and by lines if both have them. */
function isSymbol(symbol: RankedSymbol, gold: GoldSymbol): boolean {
  if (gold.path !== undefined && gold.path !== symbol.path) return false
  if (!isNamed(symbol.name, gold.name)) return false
  if (gold.lines === undefined || symbol.lines === undefined) return true
  return symbol.lines.start <= gold.lines.end && gold.lines.start <= symbol.lines.end
}

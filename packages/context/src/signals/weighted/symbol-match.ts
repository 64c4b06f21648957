import type { RepoPath } from '@chronicle/schema'
import { splitIdentifier } from '../../words/split-identifier.ts'
import { signal, type Signal } from '../signal.ts'
import { symbolNames } from './symbol-names.ts'
import { memoize } from '../../memoize.ts'

/** Score of a keyword that is the name of a symbol. */
const EXACT = 1
/** Score of a keyword that occurs in the name with the same case: `Handler` in `AuthHandler`. */
const SUBSTRING = 0.5
/** Score of a keyword that is a word of the name in another case: `auth` in `AuthHandler`. */
const CONSTITUENT = 0.3
/** Minimum length of a keyword in letters. A shorter one is part of too many names. */
const MIN_SUBSTRING = 3

/** Scores files by how well the best keyword matches the name of one of their symbols, from 0 to 1. */
export const symbolMatchSignal: Signal = signal('symbol_match', ({ query, snapshot, call }) => {
  const keywords = new Set([...query.symbol_hints, ...query.keywords])
  const words = new Set([...keywords].map((keyword) => keyword.toLowerCase()))
  const long = [...keywords].filter((keyword) => keyword.length >= MIN_SUBSTRING)
  const scoreOf = memoize((name: string) => {
    if (keywords.has(name)) return EXACT
    if (long.some((keyword) => name.includes(keyword))) return SUBSTRING
    return splitIdentifier(name).some((word) => words.has(word)) ? CONSTITUENT : 0
  })
  return symbolNames(snapshot, call).map((symbols) => {
    const scores = new Map<RepoPath, number>()
    for (const [path, names] of symbols) {
      let best = 0
      for (const name of names) best = Math.max(best, scoreOf(name))
      if (best > 0) scores.set(path, best)
    }
    return scores
  })
})

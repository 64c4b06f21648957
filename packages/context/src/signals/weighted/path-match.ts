import type { RepoPath } from '@chronicle/schema'
import { splitIdentifier } from '../../words/split-identifier.ts'
import { wholeName } from '../../words/terms.ts'
import { signal, type Signal } from '../signal.ts'
import { memoize } from '../../memoize.ts'

/** Score of a keyword that is the name of a folder or file. */
const EXACT = 1
/** Score of a keyword that is a word of such a name, or a substring. */
const PARTIAL = 0.5
/** Minimum length of a keyword in letters. A shorter one is part of too many names. */
const MIN_PARTIAL = 3

/** Scores files by how well the best keyword matches a folder or file name in the path, from 0 to 1. */
export const pathMatchSignal: Signal = signal('path_match', ({ query, snapshot }) => {
  const keywords = [...new Set(query.keywords.map(wholeName))].filter((keyword) => keyword !== '')
  const scoreOf = memoize((component: string) => matchComponent(component, keywords))
  const scores = new Map<RepoPath, number>()
  for (const { path } of snapshot.files) {
    const score = Math.max(...path.split('/').map(scoreOf))
    if (score > 0) scores.set(path, score)
  }
  return scores
})

function matchComponent(component: string, keywords: readonly string[]): number {
  const stem = component.replace(/(?<=.)\.\w+$/, '')
  const names = new Set([component, stem].map(lettersOf))
  const words = new Set(splitIdentifier(stem))
  const whole = lettersOf(stem)
  let best = 0
  for (const keyword of keywords) {
    if (names.has(keyword)) return EXACT
    const isPart = words.has(keyword) || (keyword.length >= MIN_PARTIAL && whole.includes(keyword))
    if (isPart) best = PARTIAL
  }
  return best
}

/** Returns only the letters and digits: `rate-limit` and `rateLimit` are the same name. */
function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

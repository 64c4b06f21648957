import type { RepoPath } from '@chronicle/schema'
import { splitIdentifier } from '../../words/split-identifier.ts'
import { wholeName } from '../../words/terms.ts'
import { signal, type Signal } from '../signal.ts'
import { remembering } from '../../remembering.ts'

/** A keyword is the name of a folder or file. */
const EXACT = 1
/** A keyword is a word of such a name, or a run of its letters. */
const PARTIAL = 0.5
/** Letters of a keyword below which it is a part of too many names. */
const MIN_PARTIAL = 3

/** How well the best keyword matches a folder or the file in the path, from 0 to 1. */
export const pathMatchSignal: Signal = signal('path_match', ({ query, snapshot }) => {
  const keywords = [...new Set(query.keywords.map(wholeName))].filter((keyword) => keyword !== '')
  const scoreOf = remembering((component: string) => matchComponent(component, keywords))
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

/** Letters and digits alone: `rate-limit` and `rateLimit` are one name. */
function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

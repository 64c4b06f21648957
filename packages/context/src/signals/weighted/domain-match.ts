import type { RepoPath } from '@chronicle/schema'
import { conceptWords } from '../../task/known-concepts.ts'
import { signal, type Signal } from '../signal.ts'

/** The domain or module of the file is a concept of the task. */
const EXACT = 1
/** They have a word in common. */
const PARTIAL = 0.5

/** How well the domain and module of a file match the concepts of the task, from 0 to 1. Needs metadata. */
export const domainMatchSignal: Signal = signal('domain_match', ({ query, metadata }) => {
  const concepts = new Set(query.concepts)
  const words = new Set(query.concepts.flatMap(conceptWords))
  const scores = new Map<RepoPath, number>()
  for (const [path, { domain = '', module = '' }] of metadata) {
    const names = [domain, module].map(conceptWords)
    if (names.some((name) => concepts.has(name.join(' ')))) scores.set(path, EXACT)
    else if (names.some((name) => name.some((word) => words.has(word)))) scores.set(path, PARTIAL)
  }
  return scores
})

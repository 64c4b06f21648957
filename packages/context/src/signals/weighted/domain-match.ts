import type { RepoPath } from '@chronicle/schema'
import { conceptWords } from '../../task/known-concepts.ts'
import { signal, type Signal } from '../signal.ts'

/** Score if the file's domain or module is a concept of the task. */
const EXACT = 1
/** Score if they share a word. */
const PARTIAL = 0.5

/** Scores files by how well their domain and module match the concepts of the task, from 0 to 1. Needs metadata. */
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

import type { RepoPath } from '@chronicle/schema'
import { conceptWords } from '../../task/known-concepts.ts'
import { signal, type Signal } from '../signal.ts'

/**
 * Scores files by the concepts they share with the task, as a share of all concepts of both, from 0 to 1. Needs
 * metadata.
 */
export const conceptOverlapSignal: Signal = signal('concept_overlap', ({ query, metadata }) => {
  const wanted = new Set(query.concepts)
  const scores = new Map<RepoPath, number>()
  for (const [path, { concepts = [] }] of metadata) {
    const known = new Set(concepts.map((name) => conceptWords(name).join(' ')))
    const shared = [...known].filter((name) => wanted.has(name)).length
    if (shared > 0) scores.set(path, shared / (wanted.size + known.size - shared))
  }
  return scores
})

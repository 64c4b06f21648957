import type { RepoPath } from '@chronicle/schema'
import { taskSections } from '../task/task-sections.ts'
import { termsOf, wholeName } from '../words/terms.ts'
import { signal, type Signal } from './signal.ts'

/** A name that more files define tells nothing. */
const MAX_DEFINERS = 20
const DEFINITIONS = 0

/** How much a name counts by where the task says it: code of an issue is the author's own for the most part. */
const IN_TITLE = 2
const IN_PROSE = 1
const IN_CODE = 0.25

/** Files that define a name of the task: the fewer define it, the more it tells. */
export const exactDefinitionsSignal: Signal = signal('exact_definitions', ({ query, snapshot, call }) => {
  const { title, prose } = taskSections(query.raw_description)
  const terms = new Map(query.symbol_hints.map((name) => [termsOf(name).at(-1) ?? wholeName(name), name]))
  return snapshot.postings([...terms.keys()], call).map((postings) => {
    const scores = new Map<RepoPath, number>()
    for (const [term, found] of postings) {
      const definers = found.filter(({ counts, file }) => (counts[DEFINITIONS] ?? 0) > 0 && file.class === 'source')
      if (definers.length === 0 || definers.length > MAX_DEFINERS) continue
      const name = terms.get(term) ?? term
      const weight = title.includes(name) ? IN_TITLE : prose.includes(name) ? IN_PROSE : IN_CODE
      for (const { file } of definers)
        scores.set(file.path, (scores.get(file.path) ?? 0) + weight / Math.sqrt(definers.length))
    }
    return scores
  })
})

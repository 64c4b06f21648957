import type { RepoPath } from '@chronicle/schema'
import { taskSections } from '../task/task-sections.ts'
import { termsOf, wholeName } from '../words/terms.ts'
import { signal, type Signal } from './signal.ts'

/** Maximum number of files that define a name. A more common name says nothing. */
const MAX_DEFINERS = 20
const DEFINITIONS = 0

/** Weights of a name by where it occurs in the task: code in an issue is mostly the author's own. */
const IN_TITLE = 2
const IN_PROSE = 1
const IN_CODE = 0.25

/** Scores files that define a name of the task: the fewer files define it, the higher. */
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

import type { CallOptions } from '@chronicle/core/contracts'
import { ok, type Diagnostic, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import { catchDefectsOf } from '../failure.ts'
import type { KnowledgeSnapshot } from '../knowledge/knowledge-snapshot.ts'
import { fileMetadata } from '../enrich/file-metadata.ts'
import { createImportGraph } from '../knowledge/import-graph.ts'
import { projectNames } from '../knowledge/project-names.ts'
import { analyseTask } from '../task/analyse-task.ts'
import { assistTask, type TaskAssistance } from '../task/assist-task.ts'
import { conceptWords, knownConcepts } from '../task/known-concepts.ts'
import { queryTerms } from '../task/query-terms.ts'
import { removeProjectNames } from '../task/remove-project-names.ts'
import type { SignalContext } from './signal.ts'
import { matchTerms } from './term-matches.ts'
import { memoizeWeakly } from '../memoize.ts'

/**
 * Creates the input of signals: the parsed task, and where its words occur in a state. `assistance`: the model to ask
 * about tasks that say too little.
 */
export function createSignalContext(
  task: string,
  snapshot: KnowledgeSnapshot,
  call: CallOptions = {},
  assistance?: TaskAssistance,
): ResultAsync<SignalContext, ContextError> {
  return catchDefectsOf(async function* () {
    const description = removeProjectNames(task, yield* projectNames(snapshot, call))
    const analysed = { ...analyseTask(description), raw_description: task }
    const { query, diagnostics: reported } =
      assistance === undefined
        ? { query: analysed, diagnostics: [] }
        : yield* assistTask(analysed, { ...assistance, ...call })
    const paths = snapshot.files.map(({ path }) => path)
    const metadata = yield* fileMetadata(snapshot, paths, call)
    const words = [...query.keywords, ...query.concepts.flatMap(conceptWords)]
    const concepts = metadata.size === 0 ? [] : knownConcepts(words, metadata.values())
    const added = [...query.keywords.slice(analysed.keywords.length), ...query.concepts]
    const matches = yield* matchTerms(queryTerms(description, added), snapshot, call)
    const diagnostics: Diagnostic[] = [...reported]
    return ok({
      query: { ...query, concepts },
      snapshot,
      matches,
      imports: importGraphOf(snapshot),
      metadata,
      call,
      diagnostics,
      report: (diagnostic) => {
        diagnostics.push(diagnostic)
      },
    })
  })
}

/** Caches the import graph, so that the next task reuses resolved edges. */
const importGraphOf = memoizeWeakly(createImportGraph)

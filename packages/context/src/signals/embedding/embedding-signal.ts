import type { EmbeddingModel, KnowledgeStore, Redactor } from '@chronicle/core/contracts'
import { ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../../context-error.ts'
import { reportModelFailure } from '../../model/report-model-failure.ts'
import { signal, type FileScores, type Signal, type SignalContext } from '../signal.ts'
import { embedFiles, vectorsKey, type FileEmbedder } from './embed-files.ts'
import { embedTask } from './embed-task.ts'
import { largestCosine, parseVectors } from './vectors.ts'

/** Maximum number of files whose vectors are in memory. */
const FILES_AT_A_TIME = 256

/** Options of the embedding signal. */
export interface EmbeddingSignalOptions {
  readonly model: EmbeddingModel
  /** Store for vectors. Default: the store of the snapshot. */
  readonly store?: KnowledgeStore | undefined
  /** Redacts everything that is sent to the model. Absent: texts are sent unchanged. */
  readonly redactor?: Redactor | undefined
}

/**
 * Creates a signal that scores source files by their similarity to the task, or that of their most similar unit: the
 * cosine of the vectors. The first retrieval embeds every source file, later ones only changed files.
 *
 * If the model fails, returns no scores and reports the diagnostic `embedding_failed`.
 */
export function embeddingSignal({ model, store, redactor }: EmbeddingSignalOptions): Signal {
  return signal('embedding', (context) =>
    reportModelFailure(
      similarities(context, { model, store: store ?? context.snapshot.store, redactor }),
      NO_SCORES,
      ({ message }) =>
        context.report({
          code: 'embedding_failed',
          severity: 'warning',
          message: `${message} Files were ranked without it.`,
        }),
    ),
  )
}

const NO_SCORES: FileScores = new Map()

function similarities(context: SignalContext, embedder: FileEmbedder): ResultAsync<FileScores, ContextError> {
  const { query, snapshot, call, report } = context
  const { model, store } = embedder
  const files = snapshot.files.filter((file) => file.class === 'source')
  return safeTry(async function* () {
    if (files.length === 0) return ok(NO_SCORES)
    // The task is embedded first, so that an unavailable model is noticed before thousands of texts are prepared.
    const task = yield* embedTask(query.raw_description, embedder, call)
    yield* embedFiles(snapshot, files, embedder, call)
    const scores = new Map<RepoPath, number>()
    let incomparable = 0
    for (let at = 0; at < files.length; at += FILES_AT_A_TIME) {
      const keyed = files.slice(at, at + FILES_AT_A_TIME).map((file) => ({ file, key: vectorsKey(file, model) }))
      const keys = keyed.map(({ key }) => key)
      const values = yield* store.read('vectors', keys, call)
      for (const { file, key } of keyed) {
        const value = values.get(key)
        if (value === undefined) continue
        const vectors = parseVectors(value)
        if (vectors.dimensions !== task.dimensions && vectors.dimensions !== 0) incomparable++
        const score = largestCosine(task, vectors)
        if (score > 0) scores.set(file.path, score)
      }
    }
    if (incomparable > 0) {
      const message = `${model.name} gave vectors of another length for ${String(incomparable)} of ${String(files.length)} files than for the task, so another model has its name now. Those files were ranked without it. Set a name with a version.`
      report({ code: 'embedding_failed', severity: 'warning', message })
    }
    return ok(scores)
  })
}

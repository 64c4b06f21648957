import type {
  ContextError,
  ContextPackage,
  ContextPipeline,
  ContextPipelineOptions,
  ContextRequest,
  IndexReport,
} from '@chronicle/context'
import {
  loadOnce,
  codedError,
  requireKnownArguments,
  requireCommit,
  type ArgumentKind,
  type CallOptions,
  type CacheStorage,
  type EmbeddingModel,
  type LanguageModel,
  type TreeState,
} from '@chronicle/core/contracts'
import {
  err,
  ok,
  omitUndefined,
  Result,
  safeTry,
  type CodedError,
  type Diagnostic,
  type Overrides,
  type ResultAsync,
} from '@chronicle/schema'
import {
  isEmbeddingModel,
  openEmbeddingModel,
  createFailingEmbeddingModel,
  type EmbeddingChoice,
} from './open-embedding-model.ts'
import { openModel, type ModelChoice } from './open-model.ts'
import { openRedactor } from './open-redactor.ts'

/** A task, options for its context, and the state of the repository. */
export interface RetrieveRequest extends ContextRequest {
  /** A branch, tag or commit id, instead of `at`. */
  readonly rev?: string | undefined
}

/** The state to index: `rev` or `at`. Default: the working tree, or `HEAD` if there is none. */
export type IndexOptions = CallOptions & Pick<RetrieveRequest, 'rev' | 'at'>

/** The reason why a retrieval failed. */
export type RetrieveError = ContextError | CodedError<'invalid_query' | 'model_not_configured'>

/** Finds the code that a task in words needs. */
export interface Retrieval {
  /**
   * Retrieves the context of a task. Updates the knowledge base first, which takes a while the first time; `onProgress`
   * reports it. Fails with `task_empty`, `budget_too_small`, `revision_not_found`, with `invalid_query` if both `rev`
   * and `at` are given, and with `model_not_configured` if `assist` names a model that cannot be opened.
   */
  retrieve(request: RetrieveRequest, options?: CallOptions): ResultAsync<ContextPackage, RetrieveError>
  /** Updates the knowledge base to a state and returns its size. */
  indexContext(options?: IndexOptions): ResultAsync<IndexReport, RetrieveError>
}

/**
 * Stages and seams of retrieval that replace the defaults. The notes in `notesRefs` rank files, and are packed with the
 * code unless you pass your own `recorded`.
 */
export interface RetrievalOverrides extends Overrides<Omit<ContextPipelineOptions, 'assist'>> {
  /**
   * A model that adds words to a task that says too little. It receives the task without secrets. Absent: no model is
   * called.
   */
  readonly assist?: LanguageModel | ModelChoice | undefined
  /**
   * A model that ranks files by meaning as well. It receives the task and the beginnings of the units of all source
   * files, without secrets. If it fails, the result has the diagnostic `embedding_failed`. Ignored if you
   * pass a `profile`. Absent: no model is called.
   */
  readonly embeddings?: EmbeddingModel | EmbeddingChoice | undefined
  /** Texts that look like secrets but are not. Ignored if you pass a `redactor`. */
  readonly allowedSecrets?: readonly string[] | undefined
}

/** The dependencies of retrieval. */
export interface RetrievalServices extends Omit<ContextPipelineOptions, 'store' | 'assist'> {
  readonly assist?: LanguageModel | ModelChoice
  readonly embeddings?: EmbeddingModel | EmbeddingChoice
  readonly allowedSecrets?: readonly string[]
  /** The environment that contains the keys of models. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Replaces the knowledge base in `storage`. */
  readonly store?: ContextPipelineOptions['store']
  /** If absent, the knowledge base is kept in memory. */
  readonly storage: CacheStorage | undefined
}

/** Creates a retrieval whose implementation is loaded by the first task: most programs only read annotations. */
export function createRetrieval({
  storage,
  store,
  assist,
  embeddings,
  allowedSecrets,
  env,
  ...seams
}: RetrievalServices): Retrieval {
  let inMemory: ResultAsync<ContextPipeline, RetrieveError> | undefined
  const load = (kept: CacheStorage | undefined): ResultAsync<ContextPipeline, RetrieveError> =>
    safeTry(async function* () {
      const { createCachedKnowledgeStore, createContextPipeline, createMemoryKnowledgeStore } =
        await import('@chronicle/context')
      const made = kept === undefined ? createMemoryKnowledgeStore() : createCachedKnowledgeStore(kept)
      const help = yield* openAssist()
      const ranking = await embeddingProfile()
      return ok(createContextPipeline({ ...seams, ...help, ...ranking, store: store ?? made }))
    })
  const loaded = loadOnce(async () => load(storage))

  /** A task may contain secrets like any text, so it is redacted before it is sent. */
  function openAssist(): ResultAsync<Pick<ContextPipelineOptions, 'assist' | 'redactor'>, RetrieveError> {
    return safeTry(async function* () {
      if (assist === undefined) return ok({})
      const model = await openModel(assist, env)
      if (model.isErr()) return err(codedError('model_not_configured', model.error.message, { cause: model.error }))
      return ok({ assist: model.value, redactor: seams.redactor ?? (await openRedactor(allowedSecrets)) })
    })
  }

  /** Returns the default ranking with one more signal. */
  async function embeddingProfile(): Promise<Pick<ContextPipelineOptions, 'profile'>> {
    if (embeddings === undefined || seams.profile !== undefined) return {}
    const { embeddingSignal, FUSED_SIGNALS, fusedProfile } = await import('@chronicle/context')
    const model = isEmbeddingModel(embeddings)
      ? embeddings
      : (await openEmbeddingModel(embeddings, env)).match(
          (opened) => opened,
          (error) => createFailingEmbeddingModel(embeddings, error),
        )
    const redactor = seams.redactor ?? (await openRedactor(allowedSecrets))
    return { profile: fusedProfile([...FUSED_SIGNALS, embeddingSignal({ model, redactor })]) }
  }

  function stateOf(
    rev: string | undefined,
    at: TreeState | undefined,
    call: CallOptions,
  ): ResultAsync<TreeState | undefined, RetrieveError> {
    return safeTry(async function* () {
      if (at !== undefined && !isTreeState(at)) {
        const message =
          "The argument at is no state. Give 'WORKTREE', 'INDEX' or { commit }, or rev for a branch or tag."
        return err(codedError('invalid_query', message))
      }
      if (rev === undefined) return ok(at)
      if (at !== undefined)
        return err(codedError('invalid_query', 'rev and at exclude each other. Leave one of them out.'))
      return requireCommit(seams.git, rev, call).map((commit) => ({ commit }))
    })
  }

  function retrieve(asked: RetrieveRequest, call: CallOptions = {}): ResultAsync<ContextPackage, RetrieveError> {
    return safeTry(async function* () {
      const { rev, at, ...given } = yield* requireKnownArguments<RetrieveRequest, 'invalid_query'>(
        asked,
        REQUEST_KINDS,
        'invalid_query',
      )
      const [pipeline, state] = yield* Result.combine(await Promise.all([loaded(), stateOf(rev, at, call)]))
      const request = { ...given, ...omitUndefined({ at: state }) }
      if (inMemory === undefined) {
        const found = await pipeline.execute(request, call)
        if (found.isOk() || found.error.code !== 'knowledge_store_unusable' || store !== undefined) return found
      }
      // A repository without a writable cache can still be queried, with a knowledge base in memory for as long as this
      // process runs.
      inMemory ??= load(undefined)
      const memory = yield* await inMemory
      return (await memory.execute(request, call)).map((pack) => ({
        ...pack,
        diagnostics: [...pack.diagnostics, IN_MEMORY],
      }))
    })
  }

  function indexContext(options: IndexOptions = {}): ResultAsync<IndexReport, RetrieveError> {
    return safeTry(async function* () {
      const { rev, at, ...call } = yield* requireKnownArguments(options, INDEX_KINDS, 'invalid_query')
      const [state, pipeline] = yield* Result.combine(await Promise.all([stateOf(rev, at, call), loaded()]))
      return pipeline.index(state, call)
    })
  }

  return { retrieve, indexContext }
}

/** An untyped caller may pass the name of a branch, which other queries accept. */
function isTreeState(at: unknown): at is TreeState {
  if (at === 'WORKTREE' || at === 'INDEX') return true
  return typeof at === 'object' && at !== null && 'commit' in at && typeof at.commit === 'string'
}

const REQUEST_KINDS: { readonly [Name in keyof Required<RetrieveRequest>]: ArgumentKind | undefined } = {
  task: 'text',
  budget: 'number?',
  scopeSize: 'number?',
  template: 'text?',
  // Validated when the state is resolved.
  at: undefined,
  rev: 'text?',
}
const INDEX_KINDS: { readonly [Name in keyof Required<IndexOptions>]: ArgumentKind | undefined } = {
  rev: 'text?',
  at: undefined,
  signal: 'object?',
  onProgress: undefined,
}

const IN_MEMORY: Diagnostic = {
  code: 'knowledge_in_memory',
  severity: 'warning',
  message: 'The knowledge base cannot be kept on disk. It was made in memory, and ends with the process.',
}

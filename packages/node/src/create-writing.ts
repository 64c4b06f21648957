import type {
  AnnotationIndex,
  AstParser,
  CallOptions,
  CacheStorage,
  GitBackend,
  LanguageModel,
  Redactor,
} from '@chronicle/core/contracts'
import type { ModelProvider } from '@chronicle/llm-ai-sdk'
import { openRedactor } from './open-redactor.ts'
import type { AnnotateError, StoredAnnotation } from '@chronicle/core/annotate'
import {
  DEFAULT_NOTES_REF,
  err,
  ok,
  ResultAsync,
  type CodedError,
  type CommitId,
  type Diagnostic,
  type NotesRef,
  type Region,
  type Result,
} from '@chronicle/schema'
import type {
  AgentLimits,
  AnnotateEvent,
  AnnotationWriter,
  CommitSelection,
  Derivation,
  RunOptions,
  SelectedCommits,
  SelectError,
} from '@chronicle/writer'

/** Which model is asked, and what it may cost. The key comes from the environment. */
export interface ModelChoice {
  /** `anthropic`, `openai`, `google`, `openrouter`, `openai-compatible`, `ollama`. */
  readonly provider: string
  /** As the provider names it. */
  readonly model?: string
  /** The root of the API, with its version, where it is not the provider's own. */
  readonly baseUrl?: string
  /** US dollars for a million tokens. */
  readonly price?: { readonly input: number; readonly output: number }
  /** What one call may spend at most: US dollars, or tokens of input and output together. */
  readonly limit?: { readonly usd?: number; readonly tokens?: number }
}

/** Who writes, and how. */
export interface WriteOptions extends RunOptions {
  /** `auto` (default): the model where one is chosen, else the evidence in the commit. */
  readonly writer?: 'auto' | 'heuristic' | 'llm' | AnnotationWriter
  /** Absent: none is asked, and nothing leaves the machine. */
  readonly model?: ModelChoice
  readonly agentLimits?: Partial<AgentLimits>
  /** What looks like a secret and is none; see `createSecretlintRedactor`. Not used with a `redactor` of your own. */
  readonly allowedSecrets?: readonly string[]
  readonly redactor?: Redactor
  readonly notesRef?: NotesRef
}

/** What a writer is made of, and what it is called. */
export interface OpenedWriting {
  /** `heuristic`, or `llm` and the model. */
  readonly writer: string
  /** See `annotateCommits` of `@chronicle/writer`. */
  run(commits: readonly CommitId[]): AsyncGenerator<AnnotateEvent, void>
}

/** Writing about commits in a repository. */
export interface Writing {
  /** Makes the writer. `model_not_configured` where one is asked for and cannot be. */
  openWriting(options?: WriteOptions): ResultAsync<OpenedWriting, CodedError>
  /** See `selectCommits` of `@chronicle/writer`. */
  selectCommits(selection?: CommitSelection): ResultAsync<SelectedCommits, SelectError>
  /**
   * Takes what is recorded on other commits over to the one that was made from them, and stores it. `status` is absent
   * where there was nothing to take over.
   */
  takeOver(
    derivation: Derivation,
    options?: CallOptions & { readonly notesRef?: NotesRef; readonly dryRun?: boolean },
  ): ResultAsync<TakenOver, AnnotateError>
  /** Takes secrets out of texts, as writing does before anything is stored. */
  openRedactor(allowed?: readonly string[]): Promise<Redactor>
}

/** What a commit has from those that it was made from. */
export interface TakenOver {
  readonly status?: StoredAnnotation['status']
  readonly regions: readonly Region[]
  readonly diagnostics: readonly Diagnostic[]
}

/** What writing in a repository works with. */
export interface WritingSeams {
  readonly git: GitBackend
  readonly ast: AstParser
  readonly clock: () => number
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly openIndex: (notesRefs: readonly NotesRef[] | undefined) => Promise<AnnotationIndex>
  readonly storage: CacheStorage | undefined
  readonly notesRef: NotesRef | undefined
  /** What annotations are recorded with. */
  readonly tool: string | undefined
}

/** Nothing of it is loaded before it is used: reading needs no writer. */
export function createWriting(seams: WritingSeams): Writing {
  const { git, ast, clock, sleep, env } = seams

  async function openHeuristicWriter({ signal }: WriteOptions): Promise<AnnotationWriter> {
    const { createCoChangeLookup, createHeuristicWriter } = await import('@chronicle/writer')
    const call = signal === undefined ? {} : { signal }
    // Where there is no commit yet there is nothing to write about either.
    const head = (await git.resolve('HEAD', call)).unwrapOr(undefined)
    return createHeuristicWriter(head === undefined ? {} : { coChanges: createCoChangeLookup(git, head, call) })
  }

  async function openWriter(options: WriteOptions, redactor: Redactor): Promise<Result<AnnotationWriter, CodedError>> {
    const { writer = 'auto', model, agentLimits } = options
    if (typeof writer === 'object') return ok(writer)
    if (writer === 'heuristic' || (writer === 'auto' && model === undefined))
      return ok(await openHeuristicWriter(options))
    const { createAgentWriter } = await import('@chronicle/writer')
    const opened = await openModel(model, env)
    if (opened.isErr()) return err(opened.error)
    const limits = agentLimits === undefined ? {} : { limits: agentLimits }
    return ok(createAgentWriter({ model: opened.value, redactor, ...limits }))
  }

  async function open(options: WriteOptions): Promise<Result<OpenedWriting, CodedError>> {
    const {
      writer: _,
      model,
      agentLimits: __,
      allowedSecrets,
      redactor: given,
      notesRef = seams.notesRef,
      ...run
    } = options
    const redactor = given ?? (await openRedactor(allowedSecrets))
    const writer = await openWriter(options, redactor)
    if (writer.isErr()) return err(writer.error)
    const { annotateCommits } = await import('@chronicle/writer')
    const index = await seams.openIndex(notesRef === undefined ? undefined : [notesRef])
    const { name } = writer.value
    return ok({
      writer: name === 'llm' && model !== undefined ? `${name} (${model.provider}/${model.model ?? '?'})` : name,
      run: (commits) =>
        annotateCommits(
          {
            ...{ git, ast, clock, sleep, index, redactor, writer: writer.value },
            ...(seams.storage === undefined ? {} : { cache: seams.storage }),
            ...(notesRef === undefined ? {} : { notesRef }),
            ...(seams.tool === undefined ? {} : { tool: seams.tool }),
          },
          commits,
          run,
        ),
    })
  }

  async function takeOver(
    derivation: Derivation,
    {
      notesRef = seams.notesRef ?? DEFAULT_NOTES_REF,
      dryRun = false,
      ...call
    }: Parameters<Writing['takeOver']>[1] & object,
  ): Promise<Result<TakenOver, AnnotateError>> {
    const [{ deriveAnnotation }, { storeAnnotations }, { validateAnnotation }] = await Promise.all([
      import('@chronicle/writer'),
      import('@chronicle/core/annotate'),
      import('@chronicle/schema/validate'),
    ])
    const derived = await deriveAnnotation({ git, ast, notesRef }, derivation, call)
    if (derived.isErr()) return err(derived.error)
    const { annotation, diagnostics } = derived.value
    if (annotation === undefined) return ok({ regions: [], diagnostics })
    const storing = { git, notesRef, sleep, check: validateAnnotation }
    const message = `Take over annotations of ${derivation.sources.length === 1 ? 'a commit' : `${derivation.sources.length} commits`}`
    const stored = await storeAnnotations([annotation], storing, { ...call, dryRun, message })
    if (stored.isErr()) return err(stored.error)
    const [outcome] = stored.value
    if (outcome === undefined) return ok({ regions: [], diagnostics })
    if (outcome.isErr()) return err(outcome.error)
    return ok({
      status: outcome.value.status,
      ...{ regions: annotation.regions, diagnostics },
    })
  }

  return {
    takeOver: (derivation, options = {}) => new ResultAsync(takeOver(derivation, options)),
    openWriting: (options = {}) => new ResultAsync(open(options)),
    selectCommits: (selection) =>
      new ResultAsync(import('@chronicle/writer').then(({ selectCommits }) => selectCommits({ git }, selection))),
    openRedactor,
  }
}

async function openModel(
  choice: ModelChoice | undefined,
  env: WritingSeams['env'],
): Promise<Result<LanguageModel, CodedError>> {
  const { createAiSdkModel, createSpendingMeter } = await import('@chronicle/llm-ai-sdk')
  const { provider, model, baseUrl, price, limit = {} } = choice ?? {}
  return createAiSdkModel({
    // Checked there, with a message that lists what there is.
    provider: provider as ModelProvider | undefined,
    ...{ model, baseUrl, env },
    ...(price === undefined ? {} : { pricing: price }),
    budget: createSpendingMeter(limit),
  })
}

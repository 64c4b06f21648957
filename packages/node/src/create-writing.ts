import { requireArguments, type CallOptions, type GitError, type Redactor } from '@chronicle/core/contracts'
import { openModel, type ModelChoice } from './open-model.ts'
import { earlierAnnotations } from './earlier-annotations.ts'
import { openRedactor } from './open-redactor.ts'
import type { RepositoryParts } from './repository-parts.ts'
import type { CarryError, LeftBehind } from '@chronicle/core/rewrites'
import {
  DEFAULT_NOTES_REF,
  ok,
  omitUndefined,
  ResultAsync,
  safeTry,
  type CodedError,
  type CommitId,
  type Diagnostic,
  type NotesRef,
  type Overrides,
  type Region,
} from '@chronicle/schema'
import type {
  AgentLimits,
  AnnotateEvent,
  AnnotationWriter,
  CommitSelection,
  RunOptions,
  SelectedCommits,
  SelectError,
} from '@chronicle/writer'

/** Which writer to use, and how. */
export interface WriteOptions extends RunOptions {
  /** `auto` (default): the model if one is chosen, otherwise the evidence in the commit. */
  readonly writer?: 'auto' | 'heuristic' | 'llm' | AnnotationWriter | undefined
  /** If absent, no model is called, and nothing leaves the machine. */
  readonly model?: ModelChoice | undefined
  readonly agentLimits?: Overrides<AgentLimits> | undefined
  /**
   * `estimate`: do not call the model, but report for each commit about how many tokens it would take; needs no key.
   * Default `ask`.
   */
  readonly asking?: 'ask' | 'estimate' | undefined
  /** Texts that look like secrets but are not. See `createSecretlintRedactor`. Ignored if you pass a `redactor`. */
  readonly allowedSecrets?: readonly string[] | undefined
  readonly redactor?: Redactor | undefined
  /** The notes ref to read and write. Default: the first of `notesRefs` that the repository was opened with. */
  readonly notesRef?: NotesRef | undefined
}

/** A writer that is ready to run, and its name. */
export interface OpenedWriting {
  /** `heuristic`, or `llm` with the model. */
  readonly writer: string
  /** See `annotateCommits` of `@chronicle/writer`. */
  run(commits: readonly CommitId[]): AsyncGenerator<AnnotateEvent, void>
}

/** Writes annotations of commits in a repository. */
export interface Writing {
  /** Opens the writer. Fails with `model_not_configured` if a model is required and cannot be opened. */
  openWriting(options?: WriteOptions): ResultAsync<OpenedWriting, CodedError>
  /** See `selectCommits` of `@chronicle/writer`. */
  selectCommits(selection?: CommitSelection): ResultAsync<SelectedCommits, SelectError>
  /**
   * Copies the annotations of other commits to the one that was made from them, and stores them. See `createCarrier` of
   * `@chronicle/core/rewrites`. `changed` is absent if there was nothing to copy.
   */
  takeOver(
    derivation: Derivation,
    options?: CallOptions & { readonly notesRef?: NotesRef | undefined; readonly dryRun?: boolean | undefined },
  ): ResultAsync<TakenOver, CarryError>
  /** Opens the redactor that removes secrets from texts, as writing does before it stores anything. */
  openRedactor(allowed?: readonly string[]): Promise<Redactor>
}

/** Which commits' annotations a commit inherits. */
export interface Derivation {
  readonly commit: CommitId
  /** Commits that it was made from, oldest first. */
  readonly sources: readonly CommitId[]
  /** `squash`: it contains the changes of all sources. `amend`: it replaces one source. */
  readonly operation: 'squash' | 'amend'
}

/** The annotations that a commit inherits from its sources. */
export interface TakenOver {
  /** Whether any of it was new to the commit. */
  readonly changed?: boolean
  readonly regions: readonly Region[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Creates a `Writing` whose implementation is loaded on first use, because reading needs no writer. */
export function createWriting(seams: RepositoryParts): Writing {
  const { git, ast, clock, sleep, env } = seams

  function openHeuristicWriter({ signal }: WriteOptions): ResultAsync<AnnotationWriter, GitError> {
    return safeTry(async function* () {
      const { createCoChangeLookup, createHeuristicWriter } = await import('@chronicle/writer')
      const call = omitUndefined({ signal })
      const head = yield* git.resolve('HEAD', call)
      // Without a first commit, there is nothing to annotate either.
      return ok(createHeuristicWriter(head === undefined ? {} : { coChanges: createCoChangeLookup(git, head, call) }))
    })
  }

  function openWriter(options: WriteOptions, redactor: Redactor): ResultAsync<AnnotationWriter, CodedError | GitError> {
    return safeTry(async function* () {
      const { writer = 'auto', model, agentLimits } = options
      if (writer === 'heuristic' || (writer === 'auto' && model === undefined)) return openHeuristicWriter(options)
      const { createAgentEstimator, createAgentWriter, requireWriter } = await import('@chronicle/writer')
      if (writer !== 'auto' && writer !== 'llm') return requireWriter(writer)
      const limits = omitUndefined({ limits: agentLimits })
      if (options.asking === 'estimate' && model?.model !== undefined) {
        const price = omitUndefined({ price: model.price })
        return ok(createAgentEstimator({ model: `${model.provider}/${model.model}`, ...price, ...limits }))
      }
      const opened = yield* openModel(model, env)
      const finder = yield* openHeuristicWriter(options)
      return ok(createAgentWriter({ model: opened, redactor, finder, ...limits }))
    })
  }

  function openWriting(options: WriteOptions = {}): ResultAsync<OpenedWriting, CodedError> {
    return safeTry(async function* () {
      const {
        writer: _,
        model,
        agentLimits: __,
        asking,
        allowedSecrets,
        redactor: given,
        notesRef = seams.notesRef,
        ...run
      } = options
      const redactor = given ?? (await openRedactor(allowedSecrets))
      const writer = yield* openWriter(options, redactor)
      const { annotateCommits } = await import('@chronicle/writer')
      const { name } = writer
      return ok({
        writer: name === 'llm' && model !== undefined ? `${name} (${model.provider}/${model.model ?? '?'})` : name,
        run: (commits) =>
          annotateCommits(
            {
              ...{ git, ast, clock, sleep, redactor, writer },
              ...earlierAnnotations(seams, notesRef),
              ...omitUndefined({ cache: seams.storage, notesRef, tool: seams.tool }),
            },
            commits,
            // Estimates are not stored.
            asking === 'estimate' ? { ...run, dryRun: true } : run,
          ),
      })
    })
  }

  function inheritAnnotations(
    derivation: Derivation,
    {
      notesRef = seams.notesRef ?? DEFAULT_NOTES_REF,
      dryRun = false,
      ...call
    }: Parameters<Writing['takeOver']>[1] = {},
  ): ResultAsync<TakenOver, CarryError> {
    return safeTry(async function* () {
      const { createCarrier } = await import('@chronicle/core/rewrites')
      const { commit, operation, sources } = yield* requireArguments(
        derivation,
        DERIVATION,
        'unsupported',
        'derivation.',
      )
      const rewrite = { from: sources, to: commit, operation }
      const carried = yield* createCarrier({ git, ast, notesRef, sleep }).carry([rewrite], { ...call, dryRun })
      const [note] = carried.carried
      const recorded = new Set(note?.from)
      const silent = sources.filter((id) => id !== commit && !recorded.has(id))
      return ok({
        ...(note !== undefined && { changed: note.status === 'written' }),
        regions: note?.carriedRegions ?? [],
        diagnostics: [...silent.map(notAnnotated), ...carried.left.map(leftBehind)],
      })
    })
  }

  return {
    takeOver: inheritAnnotations,
    openWriting,
    selectCommits: (selection) =>
      new ResultAsync(import('@chronicle/writer').then(({ selectCommits }) => selectCommits({ git }, selection))),
    openRedactor,
  }
}

const DERIVATION = { commit: 'text', sources: 'texts', operation: ['squash', 'amend'] } as const

function notAnnotated(commit: CommitId): Diagnostic {
  const message = `${commit.slice(0, 12)} has no annotation that could be taken over.`
  return { code: 'source_not_annotated', severity: 'info', message, commit }
}

function leftBehind({ commit, to, reason, file, anchor }: LeftBehind): Diagnostic {
  const [source, target] = [commit.slice(0, 12), to.slice(0, 12)]
  if (reason === 'target_missing') {
    const message = `${target} is not in the repository, so nothing was taken over from ${source}.`
    return { code: 'target_missing', severity: 'warning', message, commit }
  }
  if (reason === 'scrubbed') {
    const message = `The annotation on ${target} was scrubbed, so nothing was taken over from ${source}.`
    return { code: 'target_scrubbed', severity: 'warning', message, commit }
  }
  if (reason === 'unreadable') {
    const message = `The note on ${source} or ${target} cannot be read as a whole, so ${source} was left as it is.`
    return { code: 'source_unreadable', severity: 'warning', message, commit }
  }
  const place = [file, anchor].filter((part) => part !== undefined).join(' ')
  const message = `The code of ${place} is not in ${target}; its annotation was carried over anyway.`
  return { code: 'region_code_gone', severity: 'info', message, commit, ...omitUndefined({ path: file }) }
}

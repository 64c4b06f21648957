import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import {
  createNotesIndex,
  createQueries,
  createReadPipeline,
  withOutlineCache,
  type Queries,
  type ReadPipeline,
  type ReadPipelineOptions,
} from '@chronicle/core'
import type { AnnotateError, AnnotateOptions, AnnotateReceipt } from '@chronicle/core/annotate'
import type { AnnotationIndex, AnnotationSource, AstParser, GitBackend } from '@chronicle/core/contracts'
import { DEFAULT_NOTES_REF, ok, omitUndefined, ResultAsync, safeTry, type NotesRef } from '@chronicle/schema'
import type { SourceReader } from '@chronicle/source'
import { createAdvice, type Advising } from './create-advice.ts'
import { createCorrections, type Corrections } from './create-corrections.ts'
import { createDiscussions, type Discussions } from './create-discussions.ts'
import { createFileEnrichment, type FileEnrichment } from './create-file-enrichment.ts'
import { createRetrieval, type Retrieval, type RetrievalOverrides } from './create-retrieval.ts'
import { createReviews, type Reviews } from './create-reviews.ts'
import { createCondensing, type Condensing } from './create-condensing.ts'
import { createReconciling, type Reconciling } from './create-reconciling.ts'
import { createRewriting, type Rewriting } from './create-rewriting.ts'
import { createSync, type Sync } from './create-sync.ts'
import { createTranscripts, type Transcripts } from './create-transcripts.ts'
import { createWriting, type Writing } from './create-writing.ts'
import { createFileCacheStorage } from './file-cache-storage.ts'
import { createConstraintFinder } from './find-constraints.ts'
import { createRecordFinder } from './find-records.ts'
import { lazyHistorySource } from './lazy-history-source.ts'
import { lazySqliteIndex, type ClosableIndex } from './lazy-sqlite-index.ts'
import { lazySourceReader } from './lazy-source-reader.ts'
import { loadGrammar } from './load-grammar.ts'
import { createNextCommitContext, type NextCommitContext } from './next-commit-context.ts'
import { validateOptions } from './validate-options.ts'
import { openGit, createFailingGit } from './open-git.ts'
import { openRedactor } from './open-redactor.ts'
import type { RepositoryParts } from './repository-parts.ts'
import { catchThrown } from './catch-thrown.ts'

/** The location of the repository, and the stages that read it. Everything except `dir` has a default. */
export interface OpenOptions extends Partial<Omit<ReadPipelineOptions, 'storage' | 'index' | 'history'>> {
  /** Any folder of a working tree, or a bare repository. */
  readonly dir: string
  /** `cli` (default) runs the git binary; `isomorphic` needs none. Ignored if you pass a `git`. */
  readonly gitBackend?: 'cli' | 'isomorphic'
  /** Replaces the folder `chronicle` in the git directory. `false` keeps derived data in memory. */
  readonly cacheDir?: string | false
  /**
   * Storage of the annotation index: small files (default), or one SQLite file, which adds new notes faster and needs
   * Node 22.13. Or your own index.
   */
  readonly index?: 'files' | 'sqlite' | AnnotationIndex
  /**
   * The source of what commits say themselves. Default: what the heuristic writer finds in them at the time of the
   * query. `false`: answers come only from notes.
   */
  readonly history?: AnnotationSource | false
  /**
   * The environment for git, which determines its configuration, identity and location. Default: the environment of
   * this process.
   */
  readonly env?: Readonly<Record<string, string | undefined>>
  /**
   * Whether to open the repository that `GIT_DIR` and `GIT_WORK_TREE` in `env` name even if `dir` is in another one, as
   * git does. Default `false`: `dir` decides, and these variables apply only if it is in none. Only for the backend
   * `cli`.
   */
  readonly preferEnv?: boolean
  /** Returns milliseconds since the epoch, for the timestamps of annotations. Default: the system clock. */
  readonly clock?: () => number
  /**
   * The tool that records annotations, such as `git-chronicle 1.2.0`. If absent, their provenance does not name one.
   */
  readonly tool?: string
}

/** How and where to store an annotation. */
export type StoreOptions = AnnotateOptions & {
  readonly notesRef?: NotesRef
  /** Texts that look like secrets but are not. */
  readonly allowedSecrets?: readonly string[]
}

/** An open repository, with all queries, which use the stages passed to `openChronicle`. */
export interface Chronicle
  extends
    Queries,
    Advising,
    Condensing,
    Corrections,
    Discussions,
    FileEnrichment,
    Reconciling,
    Retrieval,
    Reviews,
    Rewriting,
    Transcripts,
    Writing {
  readonly git: GitBackend
  readonly ast: AstParser
  /**
   * Reads files, units and changes of the working tree, and returns the annotations of the lines of units and changes.
   * Each file that contains a unit is parsed once.
   */
  readonly source: SourceReader
  /** Shares annotations with remotes. */
  readonly sync: Sync
  /** The author's context for the next commit, stored until it is made. */
  readonly nextCommit: NextCommitContext
  /** Stores what the author of a commit states about it. See `annotateLive`. */
  annotate(input: unknown, options?: StoreOptions): ResultAsync<AnnotateReceipt, AnnotateError>
  /** Stores knowledge about existing code, whoever wrote it. See `recordKnowledge`. */
  record(input: unknown, options?: StoreOptions): ResultAsync<AnnotateReceipt, AnnotateError>
  /** Creates a pipeline for the same repository and stored caches, with other stages. */
  createPipeline(overrides?: Partial<ReadPipelineOptions>): ReadPipeline
  /** Creates all queries for the same repository and stored caches, with other stages. */
  createQueries(overrides?: Partial<ReadPipelineOptions>): Queries
  /**
   * Creates a retrieval for the same repository and stored knowledge base, with other stages: a token counter, a
   * ranking profile.
   */
  createRetrieval(overrides?: RetrievalOverrides): Retrieval
  /** Stops the processes of the git backend and closes files. Safe to call twice. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Opens a repository with the defaults for Node: git, tree-sitter, and caches in the git directory. Reads nothing and
 * starts no process before the first call. Throws nothing either: without a repository, or with an invalid option,
 * every call fails with an error that says so.
 */
export function openChronicle(options: OpenOptions): Chronicle {
  const wrong = validateOptions(options)
  return open(wrong === undefined ? options : { dir: '.', git: createFailingGit(wrong), cacheDir: false })
}

function open(options: OpenOptions): Chronicle {
  // eslint-disable-next-line no-restricted-properties -- here is where a program gets its clock
  const { dir, gitBackend, cacheDir, clock = Date.now, env, preferEnv, history, index, tool, ...stages } = options
  const git = options.git ?? openGit({ dir, gitBackend, env, preferEnv })
  const cacheFolder = async (): Promise<string | undefined> => (await git.describe()).unwrapOr(undefined)?.chronicleDir
  const storage = cacheDir === false ? undefined : createFileCacheStorage(cacheDir ?? cacheFolder)
  const parser = options.ast ?? createTreeSitterParser({ loadGrammar })
  const ast = withOutlineCache(parser, storage)

  const indexes: ClosableIndex[] = []
  const openIndex = (notesRefs: readonly NotesRef[] | undefined): Pick<ReadPipelineOptions, 'index'> => {
    if (index !== 'sqlite') return index === undefined || index === 'files' ? {} : { index }
    const folder = (): Promise<string | undefined> =>
      cacheDir === undefined ? cacheFolder() : Promise.resolve(cacheDir === false ? undefined : cacheDir)
    const refs = omitUndefined({ refs: notesRefs })
    const opened = lazySqliteIndex({ git, ...refs, ...omitUndefined({ storage }), dir: folder })
    indexes.push(opened)
    return { index: opened }
  }

  const stagesWith = (overrides: Partial<ReadPipelineOptions>): ReadPipelineOptions => {
    const asked = history === undefined ? lazyHistorySource({ git, ast, storage }) : history
    const inferring = asked === false ? {} : { history: asked }
    const seams = { git, ast: parser, ...inferring, ...omitUndefined({ storage }) }
    const chosen = overrides.index === undefined ? openIndex(overrides.notesRefs ?? stages.notesRefs) : {}
    return { ...stages, ...seams, ...chosen, ...overrides }
  }

  const store = (
    statement: 'annotateLive' | 'recordKnowledge',
    input: unknown,
    { notesRef = stages.notesRefs?.[0], allowedSecrets, ...call }: StoreOptions = {},
  ): ResultAsync<AnnotateReceipt, AnnotateError> => {
    const loading = Promise.all([import('@chronicle/core/annotate'), openRedactor(allowedSecrets)])
    return new ResultAsync(
      loading.then(([engine, redactor]) => {
        const seams = { git, ast, clock, sleep, redactor, ...omitUndefined({ notesRef }) }
        const stored = engine[statement](seams, input, { ...omitUndefined({ tool }), ...call })
        return stored.andThen((receipt) => withAdvice(input, receipt, call))
      }),
    )
  }
  /** Adds advice to a receipt. The annotation is stored already, so a failure of the advice is only a warning. */
  const withAdvice = (
    input: unknown,
    receipt: AnnotateReceipt,
    { signal }: StoreOptions,
  ): ResultAsync<AnnotateReceipt, AnnotateError> =>
    safeTry(async function* () {
      const given = await advising.adviseOnAnnotation(input, receipt, omitUndefined({ signal }))
      if (given.isOk()) return ok(given.value.length === 0 ? receipt : { ...receipt, advice: given.value })
      const message = `What was recorded could not be compared with what was there: ${given.error.message}`
      return ok({
        ...receipt,
        warnings: [...receipt.warnings, { code: 'advice_failed', severity: 'warning', message }],
      })
    })
  const notesIndex = (refs: readonly NotesRef[] | undefined): AnnotationIndex =>
    createNotesIndex({
      git,
      ...omitUndefined({ refs, storage }),
    })
  const indexOf = (refs: readonly NotesRef[] | undefined): AnnotationIndex => openIndex(refs).index ?? notesIndex(refs)
  const { notesRefs } = stages
  const correctionDependencies = { git, ast, clock, sleep, storage, ...omitUndefined({ notesRefs }) }
  const queries = createQueries(stagesWith({}))
  /** Queries are created once per set of refs, so that each query can use the results of earlier ones. */
  const queriesByRefs = new Map([[keyOf(notesRefs ?? [DEFAULT_NOTES_REF]), queries]])
  const queriesOf = (refs: readonly NotesRef[] | undefined): Queries => {
    if (refs === undefined) return queries
    const known = queriesByRefs.get(keyOf(refs)) ?? createQueries(stagesWith({ notesRefs: refs }))
    queriesByRefs.set(keyOf(refs), known)
    return known
  }
  const advising = createAdvice({
    ...{ git, ast: parser },
    queriesOf: (receipt) => queriesOf(receipt === undefined ? notesRefs : [receipt.notes_ref]),
  })
  const close = async (): Promise<void> => {
    await Promise.all(indexes.splice(0).map((opened) => opened.close()))
    await git.close()
  }
  const retrievalWith = ({ notesRefs: others, ...overrides }: RetrievalOverrides = {}): Retrieval => {
    const { read } = others === undefined ? queries : queriesOf(others)
    const refs = others ?? notesRefs ?? [DEFAULT_NOTES_REF]
    const retrieval = createRetrieval({
      // The knowledge base stores what is known about a file, so the outline needs no cache of its own.
      ...{ git, ast: parser, storage, env: env ?? process.env },
      ...{ notesRefs: refs, recorded: createRecordFinder({ git, read, notesRefs: refs }) },
      ...omitUndefined({ tokens: stages.tokens }),
      ...overrides,
    })
    return catchThrown(retrieval)
  }
  const parts: RepositoryParts = {
    ...{ git, ast: parser, storage, clock, sleep, env: env ?? process.env },
    ...{ openIndex: indexOf, notesRef: notesRefs?.[0], tool },
  }
  const methods = catchThrown({
    ...advising,
    ...createCorrections(correctionDependencies, { queriesOf, indexOf }),
    ...retrievalWith(),
    ...createFileEnrichment(parts),
    ...createReviews({ git, ast, stagesWith }),
    ...createReconciling(parts),
    ...createCondensing(parts),
    ...createRewriting(parts, notesRefs),
    ...createTranscripts(parts),
    ...createDiscussions(parts),
    ...createWriting(parts),
    annotate: (input: unknown, options?: StoreOptions) => store('annotateLive', input, options),
    record: (input: unknown, options?: StoreOptions) => store('recordKnowledge', input, options),
  })
  const sync = createSync({ git, ast, sleep, ...(notesRefs?.[0] === undefined ? {} : { notesRef: notesRefs[0] }) })
  return {
    ...queries,
    ...methods,
    git,
    ast,
    source: lazySourceReader({
      ...{ git, ast, constraints: createConstraintFinder(queries.read) },
      ...omitUndefined({ tokens: stages.tokens }),
    }),
    createPipeline: (overrides = {}) => createReadPipeline(stagesWith(overrides)),
    createQueries: (overrides = {}) => createQueries(stagesWith(overrides)),
    createRetrieval: retrievalWith,
    sync: catchThrown(sync),
    nextCommit: catchThrown(createNextCommitContext(git, clock)),
    close,
    [Symbol.asyncDispose]: close,
  }
}

function keyOf(refs: readonly NotesRef[]): string {
  return refs.join('\n')
}

/** Waits up to twice the given time, because two processes that collided would otherwise collide again. */
async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const { setTimeout: wait } = await import('node:timers/promises')
  // eslint-disable-next-line no-restricted-properties -- what waits takes the whole function as an argument
  const share = 1 + Math.random()
  await wait(milliseconds * share, undefined, omitUndefined({ signal })).catch(
    // After an abort, the next step reports it.
    () => undefined,
  )
}

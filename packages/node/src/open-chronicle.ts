import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import {
  createNotesIndex,
  createQueries,
  createReadPipeline,
  withOutlineCache,
  type Queries,
  type ReadPipelineOptions,
} from '@chronicle/core'
import type { AnnotateError, AnnotateReceipt } from '@chronicle/core/annotate'
import type { AnnotationIndex } from '@chronicle/core/contracts'
import {
  DEFAULT_NOTES_REF,
  ok,
  omitUndefined,
  ResultAsync,
  safeTry,
  type NotesRef,
  type Overrides,
} from '@chronicle/schema'
import type { Chronicle, OpenOptions, StoreOptions } from './chronicle.ts'
import { createAdvice } from './create-advice.ts'
import { createCorrections } from './create-corrections.ts'
import { createDiscussions } from './create-discussions.ts'
import { createFileEnrichment } from './create-file-enrichment.ts'
import { createRetrieval, type Retrieval, type RetrievalOverrides } from './create-retrieval.ts'
import { createReviews } from './create-reviews.ts'
import { createCondensing } from './create-condensing.ts'
import { createReconciling } from './create-reconciling.ts'
import { createRewriting } from './create-rewriting.ts'
import { createSync } from './create-sync.ts'
import { createTranscripts } from './create-transcripts.ts'
import { createWriting } from './create-writing.ts'
import { createFileCacheStorage } from './file-cache-storage.ts'
import { createConstraintFinder } from './find-constraints.ts'
import { createRecordFinder } from './find-records.ts'
import { lazyHistorySource } from './lazy-history-source.ts'
import { lazySqliteIndex, type ClosableIndex } from './lazy-sqlite-index.ts'
import { lazySourceReader } from './lazy-source-reader.ts'
import { loadGrammar } from './load-grammar.ts'
import { createNextCommitContext } from './next-commit-context.ts'
import { validateOptions } from './validate-options.ts'
import { openGit, createFailingGit } from './open-git.ts'
import { openRedactor } from './open-redactor.ts'
import type { RepositoryParts } from './repository-parts.ts'
import { catchThrown } from './catch-thrown.ts'

/** Maximum time for the advice on an annotation, in milliseconds. Many at once wait for each other, and for git. */
const ADVICE_LIMIT = 10_000

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
    const refs = omitUndefined({ refs: notesRefs })
    const folder = omitUndefined({ dir: cacheDir === false ? () => Promise.resolve(undefined) : cacheDir })
    const opened = lazySqliteIndex({ git, ...refs, ...omitUndefined({ storage }), ...folder })
    indexes.push(opened)
    return { index: opened }
  }

  const stagesWith = (overrides: Overrides<ReadPipelineOptions>): ReadPipelineOptions => {
    const asked = history === undefined ? lazyHistorySource({ git, ast, storage }) : history
    const inferring = asked === false ? {} : { history: asked }
    const seams = { git, ast: parser, ...inferring, ...omitUndefined({ storage }) }
    const chosen = overrides.index === undefined ? openIndex(overrides.notesRefs ?? stages.notesRefs) : {}
    return { ...stages, ...seams, ...chosen, ...omitUndefined(overrides) }
  }

  const store = (
    statement: 'annotateLive' | 'recordKnowledge',
    input: unknown,
    { notesRef = stages.notesRefs?.[0], allowedSecrets, tool: recorder = tool, ...call }: StoreOptions = {},
  ): ResultAsync<AnnotateReceipt, AnnotateError> => {
    const loading = Promise.all([import('@chronicle/core/annotate'), openRedactor(allowedSecrets)])
    return new ResultAsync(
      loading.then(([engine, redactor]) => {
        const seams = { git, ast, clock, sleep, redactor, ...omitUndefined({ notesRef }) }
        const stored = engine[statement](seams, input, { tool: recorder, ...call })
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
      const limit = AbortSignal.timeout(ADVICE_LIMIT)
      const call = { signal: signal === undefined ? limit : AbortSignal.any([signal, limit]) }
      const given = await advising.adviseOnAnnotation(input, receipt, call)
      if (given.isOk()) return ok(given.value.length === 0 ? receipt : { ...receipt, advice: given.value })
      const reason = limit.aborted ? `it took more than ${ADVICE_LIMIT / 1000} seconds` : given.error.message
      const message = `What was recorded could not be compared with what was there: ${reason}`
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
      ...omitUndefined({ tokens: stages.tokens, ...overrides }),
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
    ...catchThrown(queries),
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
    sync: catchThrown(sync, 'sync'),
    nextCommit: catchThrown(createNextCommitContext(git, clock), 'nextCommit'),
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

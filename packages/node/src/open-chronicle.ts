import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createQueries, createReadPipeline, withOutlineCache, type ReadPipelineOptions } from '@chronicle/core'
import { checkedGit } from '@chronicle/core/contracts'
import { DEFAULT_NOTES_REF, omitUndefined, type Overrides } from '@chronicle/schema'
import type { Chronicle, OpenOptions } from './chronicle.ts'
import { createAdvice } from './create-advice.ts'
import { createCorrections } from './create-corrections.ts'
import { createDiscussions } from './create-discussions.ts'
import { createFileEnrichment } from './create-file-enrichment.ts'
import { createRetrieval, type Retrieval, type RetrievalOverrides } from './create-retrieval.ts'
import { createReviews } from './create-reviews.ts'
import { createCondensing } from './create-condensing.ts'
import { createReconciling } from './create-reconciling.ts'
import { createRewriting } from './create-rewriting.ts'
import { createStatements } from './create-statements.ts'
import { createSync } from './create-sync.ts'
import { createTranscripts } from './create-transcripts.ts'
import { createWriting } from './create-writing.ts'
import { createFileCacheStorage } from './file-cache-storage.ts'
import { createConstraintFinder } from './find-constraints.ts'
import { createRecordFinder } from './find-records.ts'
import { createIndexesByRefs } from './indexes-by-refs.ts'
import { lazyHistorySource } from './lazy-history-source.ts'
import { lazySourceReader } from './lazy-source-reader.ts'
import { loadGrammar } from './load-grammar.ts'
import { createNextCommitContext } from './next-commit-context.ts'
import { validateOptions } from './validate-options.ts'
import { openGit, createFailingGit } from './open-git.ts'
import { createQueriesByRefs } from './queries-by-refs.ts'
import type { RepositoryParts } from './repository-parts.ts'
import { sleep } from './sleep.ts'
import { catchThrown } from './catch-thrown.ts'

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
  const { notesRefs } = stages
  const git = options.git === undefined ? openGit({ dir, gitBackend, env, preferEnv }) : checkedGit(options.git)
  const cacheFolder = async (): Promise<string | undefined> => (await git.describe()).unwrapOr(undefined)?.chronicleDir
  const storage = cacheDir === false ? undefined : createFileCacheStorage(cacheDir ?? cacheFolder)
  const parser = options.ast ?? createTreeSitterParser({ loadGrammar })
  const ast = withOutlineCache(parser, storage)
  const databaseFolder = cacheDir === false ? () => Promise.resolve(undefined) : cacheDir
  const indexes = createIndexesByRefs(index, { git, storage, dir: databaseFolder })

  const stagesWith = (overrides: Overrides<ReadPipelineOptions>): ReadPipelineOptions => {
    const asked = history === undefined ? lazyHistorySource({ git, ast, storage }) : history
    const inferring = asked === false ? {} : { history: asked }
    const seams = { git, ast: parser, ...inferring, ...omitUndefined({ storage }) }
    const chosen = overrides.index ?? indexes.chosen(overrides.notesRefs ?? notesRefs)
    return { ...stages, ...seams, ...omitUndefined({ ...overrides, index: chosen }) }
  }
  const queriesOf = createQueriesByRefs(stagesWith, notesRefs)
  const queries = queriesOf(notesRefs)
  const advising = createAdvice({
    ...{ git, ast: parser },
    queriesOf: (receipt) => queriesOf(receipt === undefined ? notesRefs : [receipt.notes_ref]),
  })
  /** Returns overrides, or a backend that fails with what is wrong with them. */
  const checked = <T extends Pick<RetrievalOverrides, 'notesRefs'>>(given: T) => {
    const wrong = validateOptions(Object(given) === given ? { ...options, notesRefs: given.notesRefs } : given)
    return wrong === undefined ? given : { git: createFailingGit(wrong) }
  }
  const retrievalWith = (given: RetrievalOverrides = {}): Retrieval => {
    const { notesRefs: others, ...overrides }: RetrievalOverrides = checked(given)
    const { read } = queriesOf(others)
    const refs = others ?? notesRefs ?? [DEFAULT_NOTES_REF]
    const retrieval = createRetrieval({
      // The knowledge base stores what is known about a file, so the outline needs no cache of its own.
      ...{ git, ast: parser, storage, env: env ?? process.env },
      ...{ notesRefs: refs, recorded: createRecordFinder({ git, read, notesRefs: refs }) },
      ...omitUndefined({ tokens: stages.tokens }),
      ...omitUndefined(overrides),
    })
    return catchThrown(retrieval)
  }
  const parts: RepositoryParts = {
    ...{ git, ast: parser, storage, clock, sleep, env: env ?? process.env },
    ...{ openIndex: indexes.of, notesRef: notesRefs?.[0], tool },
  }
  const correctionDependencies = { git, ast, clock, sleep, storage, ...omitUndefined({ notesRefs }) }
  const methods = catchThrown({
    ...advising,
    ...createCorrections(correctionDependencies, { queriesOf, indexOf: indexes.of }),
    ...retrievalWith(),
    ...createFileEnrichment(parts),
    ...createReviews({ git, ast, stagesWith }),
    ...createReconciling(parts),
    ...createCondensing(parts),
    ...createRewriting(parts, notesRefs),
    ...createTranscripts(parts),
    ...createDiscussions(parts),
    ...createWriting(parts),
    ...createStatements(parts, { ast, adviseOnAnnotation: advising.adviseOnAnnotation }),
  })
  const sync = createSync({ git, ast, sleep, ...(notesRefs?.[0] !== undefined && { notesRef: notesRefs[0] }) })
  const close = async (): Promise<void> => {
    await indexes.close()
    await git.close()
  }
  return {
    ...catchThrown(queries),
    ...methods,
    git,
    ast,
    source: lazySourceReader({
      ...{ git, ast, constraints: createConstraintFinder(queries.read) },
      ...omitUndefined({ tokens: stages.tokens }),
    }),
    createPipeline: (overrides = {}) => createReadPipeline(stagesWith(checked(overrides))),
    createQueries: (overrides = {}) => createQueries(stagesWith(checked(overrides))),
    createRetrieval: retrievalWith,
    sync: catchThrown(sync, 'sync'),
    nextCommit: catchThrown(createNextCommitContext(git, clock), 'nextCommit'),
    close,
    [Symbol.asyncDispose]: close,
  }
}

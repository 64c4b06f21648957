import { codedError, type CallOptions, type TreeState } from '@chronicle/core/contracts'
import { err, ok, omitUndefined, Result, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import { catchDefectsOf } from '../failure.ts'
import { createKnowledgeBase } from '../knowledge/create-knowledge-base.ts'
import type { KnowledgeSnapshot } from '../knowledge/knowledge-snapshot.ts'
import { defaultState } from '../knowledge/default-state.ts'
import type { FileIndexer } from '../knowledge/index-files.ts'
import { enrichFiles } from './enrich-files.ts'
import type { EnrichOptions, EnrichReport } from './enrich-report.ts'
import { promoteMetadata, type PromoteOptions, type PromoteReport } from './promote-metadata.ts'

/** The state, and the files in it, to describe. */
export interface EnrichScope {
  /**
   * Files, or folders, which stand for the source files in them. Default: all source files. Fails with `file_not_found`
   * if nothing of that name is indexed.
   */
  readonly paths?: readonly RepoPath[] | undefined
  /** Default: the working tree, or `HEAD` where there is none. */
  readonly at?: TreeState | undefined
}

/** Descriptions of files by a model: proposed, and then promoted. */
export interface Enrichment {
  /** Asks a model what files are for, and stores its answers as proposals: see `enrichFiles`. */
  enrich(options: Omit<EnrichOptions, 'paths'> & EnrichScope): ResultAsync<EnrichReport, ContextError>
  /** Makes the proposals of a model effective: see `promoteMetadata`. Calls no model. */
  promote(options: Omit<PromoteOptions, 'paths'> & EnrichScope): ResultAsync<PromoteReport, ContextError>
}

/** Creates the enrichment of a repository. */
export function createEnrichment(seams: FileIndexer): Enrichment {
  const knowledge = createKnowledgeBase(seams)
  const open = ({
    paths,
    at,
    signal,
    onProgress,
  }: EnrichScope & CallOptions): ResultAsync<OpenedKnowledge, ContextError> =>
    safeTry(async function* () {
      const call = omitUndefined({ signal, onProgress })
      const snapshot = yield* knowledge.at(at ?? (yield* defaultState(seams.git, call)), call)
      return ok({ snapshot, ...omitUndefined({ paths: paths && (yield* filesAt(snapshot, paths)) }) })
    })
  return {
    enrich: ({ at, ...options }) =>
      catchDefectsOf(async function* () {
        const { snapshot, paths } = yield* open({ ...options, ...omitUndefined({ at }) })
        return enrichFiles(snapshot, { ...options, ...omitUndefined({ paths }) })
      }),
    promote: ({ at, ...options }) =>
      catchDefectsOf(async function* () {
        const { snapshot, paths } = yield* open({ ...options, ...omitUndefined({ at }) })
        return promoteMetadata(snapshot, { ...options, ...omitUndefined({ paths }) })
      }),
  }
}

interface OpenedKnowledge {
  readonly snapshot: KnowledgeSnapshot
  readonly paths?: readonly RepoPath[]
}

function filesAt(snapshot: KnowledgeSnapshot, paths: readonly RepoPath[]): Result<readonly RepoPath[], ContextError> {
  const found = paths.map((path): Result<readonly RepoPath[], ContextError> => {
    if (snapshot.file(path) !== undefined) return ok([path])
    const within = path === '' ? snapshot.files : snapshot.files.filter((file) => file.path.startsWith(`${path}/`))
    if (within.length === 0) return err(noFile(path))
    return ok(within.filter((file) => file.class === 'source').map((file) => file.path))
  })
  return Result.combine(found).map((files) => files.flat())
}

function noFile(path: RepoPath): ContextError {
  const message = `There is no file or folder "${path}" that is indexed. Name one that has source or text.`
  return codedError('file_not_found', message, { data: { path } })
}

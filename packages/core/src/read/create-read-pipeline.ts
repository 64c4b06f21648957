import { err, ok, ResultAsync, type NotesRef, type ReadOutput, type Result } from '@chronicle/schema'
import type { AnnotationIndex } from '../contracts/annotation-index.ts'
import type { AstParser } from '../contracts/ast-parser.ts'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { Formatter } from '../contracts/formatter.ts'
import type { GitBackend } from '../contracts/git-backend.ts'
import type { Scorer } from '../contracts/scorer.ts'
import type { TokenCounter } from '../contracts/token-counter.ts'
import type { Trimmer } from '../contracts/trimmer.ts'
import { createCachedBlame } from '../cache/cached-blame.ts'
import { withOutlineCache } from '../cache/with-outline-cache.ts'
import { FORMATTERS } from '../format/formatters.ts'
import { createHistoryCache } from '../history/history-cache.ts'
import { createNotesIndex } from '../index-notes/create-notes-index.ts'
import { weightedScorer } from '../score/weighted-scorer.ts'
import { bytesPerFour } from '../tokens/bytes-per-four.ts'
import { newestCommitsFirst } from '../trim/newest-commits-first.ts'
import { createReadNotes } from './fetch-notes.ts'
import type { ReadContext } from './read-context.ts'
import type { ReadError } from './read-error.ts'
import type { ReadQuery } from './read-query.ts'
import { resolveQuery, type ResolvedQuery } from './resolve-query.ts'
import { runReadPipeline } from './run-read-pipeline.ts'

/** Answers questions about why code is as it is. */
export interface ReadPipeline {
  /**
   * Runs one query. No annotation is not an error: the output then has no regions. Never touches the network and
   * never writes to the repository, except for derived data in `storage`.
   */
  execute(query: ReadQuery, options?: CallOptions): ResultAsync<ReadOutput, ReadError>
}

/** The stages and seams of a pipeline. Everything but `git` has a default. */
export interface ReadPipelineOptions {
  readonly git: GitBackend
  /** Absent: anchors are not resolved, and queries by lines and files work. */
  readonly ast?: AstParser
  /** Default `weightedScorer()`. */
  readonly scorer?: Scorer
  /** Default `newestCommitsFirst()`. */
  readonly trimmer?: Trimmer
  /** Default four bytes per token. */
  readonly tokens?: TokenCounter
  /** Default: made from the notes trees, kept in `storage`. */
  readonly index?: AnnotationIndex
  /** What a budget is measured in, in place of the built-in formats. */
  readonly formatter?: Formatter
  /** Where derived data survives the process. Absent: memory alone. */
  readonly storage?: CacheStorage
  /** Refs that hold notes, read as one. Default `refs/notes/chronicle`. Not used with an `index` of your own. */
  readonly notesRefs?: readonly NotesRef[]
  /** Newest dependents looked at per file. Default 500. */
  readonly depsScanLimit?: number
}

export const DEFAULT_DEPS_SCAN_LIMIT = 500

/** Makes a pipeline. Costs nothing until the first query; caches are shared by all of its queries. */
export function createReadPipeline(options: ReadPipelineOptions): ReadPipeline {
  const { git, ast, storage } = options
  const base: Omit<ReadContext, 'report' | 'call'> = {
    git,
    ast: ast === undefined ? undefined : withOutlineCache(ast, storage),
    index: options.index ?? createNotesIndex(indexOptions(options)),
    history: createHistoryCache(git, storage),
    blame: createCachedBlame(git, storage),
    notes: createReadNotes(git),
    scorer: options.scorer ?? weightedScorer(),
    depsScanLimit: options.depsScanLimit ?? DEFAULT_DEPS_SCAN_LIMIT,
  }
  const trimmer = options.trimmer ?? newestCommitsFirst()
  const tokens = options.tokens ?? bytesPerFour()

  function fit(output: ReadOutput, query: ResolvedQuery): ReadOutput {
    const { maxTokens, verbose } = query
    if (maxTokens === undefined) return output
    const formatter = options.formatter ?? FORMATTERS[query.format]
    return trimmer.trim(output, { maxTokens, measure: (part) => tokens.count(formatter.format(part, { verbose })) })
  }

  async function execute(query: ReadQuery, call: CallOptions): Promise<Result<ReadOutput, ReadError>> {
    const resolved = resolveQuery(query)
    if (resolved.isErr()) return err(resolved.error)
    let output = await runReadPipeline(resolved.value, { ...base, call })
    // A damaged index has been thrown away by now: the second run reads one that is built anew.
    if (output.isErr() && output.error.code === 'index_failed') {
      output = await runReadPipeline(resolved.value, { ...base, call })
    }
    if (output.isErr()) return err(output.error)
    if (call.signal?.aborted) return err(aborted())
    return ok(fit(output.value, resolved.value))
  }

  return {
    execute(query, call = {}) {
      if (call.signal?.aborted) return new ResultAsync(Promise.resolve(err(aborted())))
      return new ResultAsync(execute(query, call).catch((cause: unknown) => err(unexpected(cause))))
    },
  }
}

function indexOptions({ git, notesRefs, storage }: ReadPipelineOptions): Parameters<typeof createNotesIndex>[0] {
  return {
    git,
    ...(notesRefs === undefined ? {} : { refs: notesRefs }),
    ...(storage === undefined ? {} : { storage }),
  }
}

function aborted(): ReadError {
  return codedError('aborted', 'The query was aborted.')
}

/** A stage must not throw; one that does is reported as a defect, with everything that is known about it. */
function unexpected(cause: unknown): ReadError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return codedError('internal_error', `A stage of the read pipeline threw: ${reason}`, { cause })
}

import type { Queries, ReadPipeline, ReadPipelineOptions } from '@chronicle/core'
import type { AnnotateError, AnnotateOptions, AnnotateReceipt } from '@chronicle/core/annotate'
import type { AnnotationIndex, AnnotationSource, AstParser, GitBackend } from '@chronicle/core/contracts'
import type { NotesRef, Overrides, ResultAsync } from '@chronicle/schema'
import type { SourceReader } from '@chronicle/source'
import type { Advising } from './create-advice.ts'
import type { Condensing } from './create-condensing.ts'
import type { Corrections } from './create-corrections.ts'
import type { Discussions } from './create-discussions.ts'
import type { FileEnrichment } from './create-file-enrichment.ts'
import type { Reconciling } from './create-reconciling.ts'
import type { Retrieval, RetrievalOverrides } from './create-retrieval.ts'
import type { Reviews } from './create-reviews.ts'
import type { Rewriting } from './create-rewriting.ts'
import type { Sync } from './create-sync.ts'
import type { Transcripts } from './create-transcripts.ts'
import type { Writing } from './create-writing.ts'
import type { NextCommitContext } from './next-commit-context.ts'

/** The location of the repository, and the stages that read it. Everything except `dir` has a default. */
export interface OpenOptions extends Overrides<Omit<ReadPipelineOptions, 'storage' | 'index' | 'history'>> {
  /** Any folder of a working tree, or a bare repository. Ignored if you pass a `git`, which `close` then closes. */
  readonly dir: string
  /** `cli` (default) runs the git binary; `isomorphic` needs none. Ignored if you pass a `git`. */
  readonly gitBackend?: 'cli' | 'isomorphic' | undefined
  /** Replaces the folder `chronicle` in the git directory. `false` keeps derived data in memory. */
  readonly cacheDir?: string | false | undefined
  /**
   * Storage of the annotation index: small files (default), or one SQLite file, which adds new notes faster and needs
   * Node 22.13. Or your own index.
   */
  readonly index?: 'files' | 'sqlite' | AnnotationIndex | undefined
  /**
   * Says what commits are about. Answers quote the messages of commits, and use of the annotations of this source only
   * which place a message is about, rules of comments that are gone, and tests that exist; intents and reasoning are
   * not shown. Default: the heuristic writer, at the time of the query. `false`: answers come only from notes.
   */
  readonly history?: AnnotationSource | false | undefined
  /**
   * The environment for git, which determines its configuration, identity and location. Default: the environment of
   * this process.
   */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /**
   * Whether to open the repository that `GIT_DIR` and `GIT_WORK_TREE` in `env` name even if `dir` is in another one, as
   * git does. Default `false`: these variables apply only if `dir` is in no repository. Only for the backend `cli`.
   */
  readonly preferEnv?: boolean | undefined
  /** Returns milliseconds since the epoch, for the timestamps of annotations. Default: the system clock. */
  readonly clock?: (() => number) | undefined
  /**
   * The tool that records annotations, such as `git-chronicle 1.2.0`. If absent, their provenance does not name one.
   */
  readonly tool?: string | undefined
}

/** How and where to store an annotation. */
export type StoreOptions = AnnotateOptions & {
  /** The notes ref to read and write. Default: the first of `notesRefs` that the repository was opened with. */
  readonly notesRef?: NotesRef | undefined
  /** Texts that look like secrets but are not. */
  readonly allowedSecrets?: readonly string[] | undefined
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
  createPipeline(overrides?: Overrides<ReadPipelineOptions>): ReadPipeline
  /** Creates all queries for the same repository and stored caches, with other stages. */
  createQueries(overrides?: Overrides<ReadPipelineOptions>): Queries
  /**
   * Creates a retrieval for the same repository and stored knowledge base, with other stages: a token counter, a
   * ranking profile.
   */
  createRetrieval(overrides?: RetrievalOverrides): Retrieval
  /** Stops the processes of the git backend, one that you passed too, and closes files. Safe to call twice. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

import type { Queries, ReadPipeline, ReadPipelineOptions } from '@chronicle/core'
import type { AnnotateError, AnnotateOptions, AnnotateReceipt } from '@chronicle/core/annotate'
import type { AnnotationIndex, AnnotationSource, AstParser, GitBackend } from '@chronicle/core/contracts'
import type { NotesRef, ResultAsync } from '@chronicle/schema'
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

/** Where the repository is and what reads it. Everything but `dir` has a default. */
export interface OpenOptions extends Partial<Omit<ReadPipelineOptions, 'storage' | 'index' | 'history'>> {
  /** Any folder of a working tree, or a bare repository. */
  readonly dir: string
  /** `cli` (default) runs the git binary; `isomorphic` needs none. Not used with a `git` of your own. */
  readonly gitBackend?: 'cli' | 'isomorphic'
  /** Instead of `chronicle` in the git directory; `false` keeps derived data in memory. */
  readonly cacheDir?: string | false
  /**
   * How the annotation index is kept: in small files (default), or in one SQLite file, which takes new notes in
   * quicker and needs Node 22.13. Or an index of your own.
   */
  readonly index?: 'files' | 'sqlite' | AnnotationIndex
  /**
   * Tells what commits say themselves. Default: what the heuristic writer finds in them, at the moment
   * of the question. `false`: answers are made from notes alone.
   */
  readonly history?: AnnotationSource | false
  /** What git is run with: its configuration, identity and location come from there. Default: that of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /**
   * Whether the repository that `GIT_DIR` and `GIT_WORK_TREE` of `env` name is opened even where `dir` is in another one,
   * as git does. Default `false`: `dir` decides, and they count where it is in none. For the backend `cli` alone.
   */
  readonly preferEnv?: boolean
  /** Milliseconds since the epoch, for the timestamps of annotations. Default: the time. */
  readonly clock?: () => number
  /** What annotations are recorded with, such as `git-chronicle 1.2.0`. Absent: their provenance does not say. */
  readonly tool?: string
}

/** How an annotation is stored, and where. */
export type StoreOptions = AnnotateOptions & {
  readonly notesRef?: NotesRef
  /** What looks like a secret and is none. */
  readonly allowedSecrets?: readonly string[]
}

/** An open repository, with every query over the stages given to `openChronicle`. */
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
   * Reads files, units and changes of the working tree, and tells what is recorded on the lines of units and changes.
   * What a unit is in is parsed once.
   */
  readonly source: SourceReader
  /** Shares what is recorded with remotes. */
  readonly sync: Sync
  /** What the author has to say about the commit under way, kept until it is made. */
  readonly nextCommit: NextCommitContext
  /** Stores what the author of a commit states about it: see `annotateLive`. */
  annotate(input: unknown, options?: StoreOptions): ResultAsync<AnnotateReceipt, AnnotateError>
  /** Stores what is known about code as it is, whoever wrote it: see `recordKnowledge`. */
  record(input: unknown, options?: StoreOptions): ResultAsync<AnnotateReceipt, AnnotateError>
  /** A pipeline over the same repository and stored caches, with other stages. */
  createPipeline(overrides?: Partial<ReadPipelineOptions>): ReadPipeline
  /** All queries over the same repository and stored caches, with other stages. */
  createQueries(overrides?: Partial<ReadPipelineOptions>): Queries
  /** Retrieval over the same repository and stored knowledge, with other stages: a token counter, a ranking profile. */
  createRetrieval(overrides?: RetrievalOverrides): Retrieval
  /** Ends the processes that the git backend holds, and lets go of files. Safe to call twice. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

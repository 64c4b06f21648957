import type { CallOptions, GitBackend } from '@chronicle/core/contracts'
import type { CodedError, CommitId, LineRange, RepoPath, ResultAsync } from '@chronicle/schema'

/** A system that finds the code that a task needs. It manages its own cache between tasks. */
export interface RetrievalSystem {
  /** Unique among the systems of one run. */
  readonly name: string
  retrieve(task: RetrievalTask, options: RetrievalOptions): ResultAsync<RetrievedContext, CodedError>
}

/** A task as a system sees it: a case without its gold. */
export interface RetrievalTask {
  readonly id: string
  readonly repository: string
  readonly base: CommitId
  /** The user's request. */
  readonly task: string
  /** A view of the base and its ancestors: see `withoutLaterHistory`. */
  readonly git: GitBackend
}

/** Options for retrieving the context of a task. */
export interface RetrievalOptions extends CallOptions {
  /** Token budgets to pack for, ascending. */
  readonly budgets: readonly number[]
}

/** The result of a system for a task. */
export interface RetrievedContext {
  /** Best first. Repeated paths are ignored. */
  readonly files: readonly RankedFile[]
  /** Best first. Absent: the system does not rank symbols, and these measures are omitted. */
  readonly symbols?: readonly RankedSymbol[]
  /** One package per budget. Absent: the system does not pack, and these measures are omitted. */
  readonly packed?: readonly PackedContext[]
  /** Time of the answer alone, if the system did other work in the same call, such as indexing. */
  readonly milliseconds?: number
}

/** A file and its score. */
export interface RankedFile {
  readonly path: RepoPath
  readonly score: number
}

/** A ranked unit of a file. */
export interface RankedSymbol {
  readonly path: RepoPath
  /** Qualified name, segments separated by `::`. */
  readonly name: string
  readonly lines?: LineRange
}

/** A package for one budget. */
export interface PackedContext {
  readonly budget: number
  /** Tokens of the whole package as it would be handed over. */
  readonly tokens: number
  /** Source lines that the package contains verbatim, without lines that it only summarises. */
  readonly lines: readonly PackedLines[]
}

/** Lines of a file at the base. */
export interface PackedLines {
  readonly path: RepoPath
  readonly lines: LineRange
}

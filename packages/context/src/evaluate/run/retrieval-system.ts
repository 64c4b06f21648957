import type { CallOptions, GitBackend } from '@chronicle/core/contracts'
import type { CodedError, CommitId, LineRange, RepoPath, ResultAsync } from '@chronicle/schema'

/** Something that finds the code that a task needs. A system keeps what it builds between tasks by itself. */
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
  /** What the user asked for. */
  readonly task: string
  /** The base and its ancestors: see `withoutLaterHistory`. */
  readonly git: GitBackend
}

/** How much is wanted. */
export interface RetrievalOptions extends CallOptions {
  /** Token budgets to pack for, ascending. */
  readonly budgets: readonly number[]
}

/** What a system found. */
export interface RetrievedContext {
  /** Best first. A path that comes again is ignored. */
  readonly files: readonly RankedFile[]
  /** Best first. Absent: the system does not rank symbols, and is not measured by them. */
  readonly symbols?: readonly RankedSymbol[]
  /** One for each budget. Absent: the system does not pack, and is not measured by what it packs. */
  readonly packed?: readonly PackedContext[]
  /** Time of the answer alone, where the system did other work in the same call, such as indexing. */
  readonly milliseconds?: number
}

/** A file and how well it fits. */
export interface RankedFile {
  readonly path: RepoPath
  readonly score: number
}

/** A unit of a file. */
export interface RankedSymbol {
  readonly path: RepoPath
  /** Qualified, segments separated by `::`. */
  readonly name: string
  readonly lines?: LineRange
}

/** What fits a budget. */
export interface PackedContext {
  readonly budget: number
  /** Cost of the whole package as it would be handed over. */
  readonly tokens: number
  /** Source lines that the package shows as they are. Lines that it only sums up are not among them. */
  readonly lines: readonly PackedLines[]
}

/** Lines of a file at the base. */
export interface PackedLines {
  readonly path: RepoPath
  readonly lines: LineRange
}

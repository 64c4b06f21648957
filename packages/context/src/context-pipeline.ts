import type {
  AstParser,
  CallOptions,
  GitBackend,
  KnowledgeStore,
  LanguageModel,
  Redactor,
  TokenCounter,
  TreeState,
} from '@chronicle/core/contracts'
import type {
  NotesRef,
  CodedError,
  RepoPath,
  ResultAsync,
  ContextBase,
  ContextPackage,
  RecordedNote,
} from '@chronicle/schema'
import type { ContextError } from './context-error.ts'
import type { KnowledgeBase } from './knowledge/create-knowledge-base.ts'
import type { RankingProfile } from './rank/profile.ts'

/** What retrieval works with. Everything below `store` has a default. */
export interface ContextPipelineOptions {
  readonly git: GitBackend
  readonly ast: AstParser
  readonly store: KnowledgeStore
  /** A knowledge base over the same repository and store, where several pipelines share one. Default: one of its own. */
  readonly knowledge?: KnowledgeBase
  /** Default: UTF-8 bytes divided by four. */
  readonly tokens?: TokenCounter
  /** Which signals rank files, and how. Default: `fusedProfile()`. */
  readonly profile?: RankingProfile
  /** Refs whose notes are a signal: what is recorded about code says what it is for. Absent: none. */
  readonly notesRefs?: readonly NotesRef[]
  /** Tells what is recorded about files. Absent: packages have no such section. */
  readonly recorded?: RecordFinder
  /** Adds words to tasks that say too little. Absent: no model is asked. */
  readonly assist?: LanguageModel
  /** Takes secrets out of what is sent to `assist`. Absent: tasks are sent as they are. */
  readonly redactor?: Redactor
}

/**
 * Finds constraints, risks and intents that are recorded about files. A package has them by how sure they are, whether
 * they bind, and the rank of their unit; where that is the same, in the order in which they were found. A failure becomes
 * the diagnostic `records_unreadable` of a package without them.
 */
export interface RecordFinder {
  find(
    paths: readonly RepoPath[],
    state: TreeState,
    call: CallOptions,
  ): ResultAsync<readonly RecordedNote[], CodedError>
}

/** A task, and how its context is wanted. */
export interface ContextRequest {
  /** In words: an issue, a question, a change to make. Not empty. */
  readonly task: string
  /** Tokens that the rendered package may have, at least 128. Default: 32,768. */
  readonly budget?: number
  /** Files in scope by their score, 1 to 100. Default: 75. */
  readonly scopeSize?: number
  /** Of a prompt that the package will be rendered as: the budget is counted for that, not for markdown. */
  readonly template?: string
  /** The state of the repository. Default: the working tree, or `HEAD` where there is none. */
  readonly at?: TreeState
}

/** Finds the code that tasks need. */
export interface ContextPipeline {
  /**
   * Retrieves the context of a task. The knowledge base is brought up to date first: only contents that it does not
   * know are read and parsed. Deterministic: the same state and request give the same package.
   */
  execute(request: ContextRequest, options?: CallOptions): ResultAsync<ContextPackage, ContextError>
  /** Brings the knowledge base up to date with a state and tells its size. */
  index(at?: TreeState, options?: CallOptions): ResultAsync<IndexReport, ContextError>
}

/** What the knowledge base knows of a state. */
export interface IndexReport {
  readonly base: ContextBase
  readonly files: number
  readonly symbols: number
  readonly commits: number
}

/** Tokens of a package by default. */
export const DEFAULT_BUDGET = 32_768

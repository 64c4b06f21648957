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

/** The dependencies and settings of retrieval. Everything below `store` has a default. */
export interface ContextPipelineOptions {
  readonly git: GitBackend
  readonly ast: AstParser
  readonly store: KnowledgeStore
  /** A knowledge base over the same repository and store, to share it between pipelines. Default: a new one. */
  readonly knowledge?: KnowledgeBase | undefined
  /** Default: UTF-8 bytes divided by four. */
  readonly tokens?: TokenCounter | undefined
  /** The signals that rank files, and how their scores are combined. Default: `fusedProfile()`. */
  readonly profile?: RankingProfile | undefined
  /** Refs whose notes serve as a signal, because they say what code is for. Absent: none. */
  readonly notesRefs?: readonly NotesRef[] | undefined
  /** Finds what is recorded about files. Absent: packages have no such section. */
  readonly recorded?: RecordFinder | undefined
  /** Model that adds words to tasks that say too little. Absent: no model is called. */
  readonly assist?: LanguageModel | undefined
  /** Removes secrets from what is sent to `assist`. Absent: tasks are sent unchanged. */
  readonly redactor?: Redactor | undefined
}

/**
 * Finds constraints, risks, rejected alternatives and intents that are recorded about files. A package orders them by
 * confidence, with intents after the other kinds, and by the rank of their unit; equal ones keep the order in which
 * they were found. A failure becomes the diagnostic `records_unreadable` of a package without them.
 */
export interface RecordFinder {
  find(
    paths: readonly RepoPath[],
    state: TreeState,
    call: CallOptions,
  ): ResultAsync<readonly RecordedNote[], CodedError>
}

/** A task, with options for its context. */
export interface ContextRequest {
  /** The task in words: an issue, a question, a change to make. Not empty. */
  readonly task: string
  /** Maximum number of tokens of the rendered package, at least 128. Default: 32,768. */
  readonly budget?: number | undefined
  /** Maximum number of files in scope, best scores first, 1 to 100. Default: 75. */
  readonly scopeSize?: number | undefined
  /**
   * Template of the prompt in which the package will be rendered. The budget then applies to the prompt instead of
   * markdown.
   */
  readonly template?: string | undefined
  /** The state of the repository. Default: the working tree, or `HEAD` where there is none. */
  readonly at?: TreeState | undefined
}

/** Finds the code that tasks need. */
export interface ContextPipeline {
  /**
   * Retrieves the context of a task. First updates the knowledge base, reading and parsing only contents that are new
   * to it. Deterministic: the same state and request give the same package.
   */
  execute(request: ContextRequest, options?: CallOptions): ResultAsync<ContextPackage, ContextError>
  /** Updates the knowledge base for a state and returns its size. */
  index(at?: TreeState, options?: CallOptions): ResultAsync<IndexReport, ContextError>
}

/** Size of the knowledge base for a state. */
export interface IndexReport {
  readonly base: ContextBase
  readonly files: number
  readonly symbols: number
  readonly commits: number
}

/** Default budget of a package, in tokens. */
export const DEFAULT_BUDGET = 32_768

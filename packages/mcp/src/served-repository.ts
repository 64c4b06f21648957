import type { ReadQuery } from '@chronicle/core'
import type { ReadFilters, TokenCounter } from '@chronicle/core/contracts'
import type { NotesRef } from '@chronicle/schema'
import type { Chronicle } from '@chronicle/node'

/** The part of an open repository that is served: the result of `openChronicle`, or a similar one with other stages. */
export interface ServedRepository extends Pick<
  Chronicle,
  | 'git'
  | 'source'
  | 'retrieve'
  | 'read'
  | 'lookup'
  | 'deps'
  | 'history'
  | 'summary'
  | 'check'
  | 'annotate'
  | 'flag'
  | 'adviseOnNotes'
> {
  /** Stores, lists and removes notes about the next commit. */
  readonly nextCommit: Pick<Chronicle['nextCommit'], 'add' | 'read' | 'removeNote'>
}

/** Defaults for options that a call omits. */
export interface AnswerDefaults extends Pick<ReadQuery, 'sources'>, ReadFilters {
  /** Maximum number of tokens of a tool's answer. Default `DEFAULT_MAX_TOKENS`. 0 means no limit. */
  readonly maxTokens?: number
  /** Hours to keep a note about the next commit. Default 24. */
  readonly noteHours?: number
}

/** Default budget of a tool's answer, in tokens: enough for a function, and a tenth of what a file costs. */
export const DEFAULT_MAX_TOKENS = 2000

/** Default budget of a page of source, in tokens. */
export const DEFAULT_SOURCE_TOKENS = 5000

/** Default number of hours to keep a note about the next commit. */
export const DEFAULT_NOTE_HOURS = 24

/** The repository, and settings for its answers. */
export interface ServerHost {
  readonly chronicle: ServedRepository
  /** The refs that resources read. The repository's `annotate` writes to the first. */
  readonly notesRefs: readonly NotesRef[]
  readonly defaults: AnswerDefaults
  /** Counts the tokens of an answer. */
  readonly tokens: TokenCounter
  /** Whether answers contain the JSON document beside the text, so that the budget counts both. */
  readonly structured: boolean
}

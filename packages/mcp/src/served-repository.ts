import type { ReadQuery } from '@chronicle/core'
import type { ReadFilters, TokenCounter } from '@chronicle/core/contracts'
import type { NotesRef } from '@chronicle/schema'
import type { Chronicle } from '@chronicle/node'

/** The part of an open repository that is served: what `openChronicle` returns, or the same over other stages. */
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
  /** Keeps notes about the commit under way. */
  readonly nextCommit: Pick<Chronicle['nextCommit'], 'add'>
}

/** Values for what a call leaves out. */
export interface AnswerDefaults extends Pick<ReadQuery, 'sources'>, ReadFilters {
  /** Budget for what a tool gives to the model, in tokens; default `DEFAULT_MAX_TOKENS`. 0: no limit. */
  readonly maxTokens?: number
  /** Hours that a note about the next commit is kept; default 24. */
  readonly noteHours?: number
}

/** Budget for what a tool gives to the model, in tokens: enough for a function, and a tenth of what a file costs. */
export const DEFAULT_MAX_TOKENS = 2000

/** Budget for a page of source, in tokens. */
export const DEFAULT_SOURCE_TOKENS = 5000

/** Hours that a note about the next commit is kept. */
export const DEFAULT_NOTE_HOURS = 24

/** The repository, and how its answers are given. */
export interface ServerHost {
  readonly chronicle: ServedRepository
  /** The refs that resources read; the first is written by the repository's own `annotate`. */
  readonly notesRefs: readonly NotesRef[]
  readonly defaults: AnswerDefaults
  /** Counts what an answer costs the model. */
  readonly tokens: TokenCounter
  /** Whether the model is given the JSON document beside the text, so that the budget counts both. */
  readonly structured: boolean
}

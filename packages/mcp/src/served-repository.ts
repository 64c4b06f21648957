import type { ReadQuery } from '@chronicle/core'
import type { NotesRef } from '@chronicle/schema'
import type { Chronicle } from '@chronicle/node'

/** The part of an open repository that is served: what `openChronicle` returns, or the same over other stages. */
export type ServedRepository = Pick<
  Chronicle,
  'git' | 'source' | 'read' | 'lookup' | 'deps' | 'history' | 'summary' | 'annotate'
>

/** What a call means that does not say otherwise. */
export interface AnswerDefaults extends Pick<ReadQuery, 'contextLevel' | 'minConfidence' | 'depth' | 'maxRegions'> {
  /** Budget for the text of an answer; default `DEFAULT_MAX_TOKENS`. */
  readonly maxTokens?: number
}

/** Budget for the text of an answer, in tokens: enough for a function, and a tenth of what a file costs. */
export const DEFAULT_MAX_TOKENS = 2000

/** What tools and resources work with. */
export interface ServerHost {
  readonly chronicle: ServedRepository
  /** The refs that resources read; the first is written by the repository's own `annotate`. */
  readonly notesRefs: readonly NotesRef[]
  readonly defaults: AnswerDefaults
}

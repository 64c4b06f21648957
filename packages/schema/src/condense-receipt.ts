import type { Diagnostic } from './coded-error.ts'
import type { CommitId, NotesRef } from './ids.ts'
import type { Count, Ordinal } from './limited-types.ts'
import type { WritingUsage } from './writing-receipt.ts'

/** The identifier of the receipt format. */
export const CONDENSE_RECEIPT_SCHEMA = 'chronicle-condense-receipt/v1'

/** The reasons for rejecting the answer of a model. The recorded texts stay unchanged. */
export const CONDENSE_REFUSALS = [
  'answer_empty',
  'answer_cut_off',
  'answer_unsafe',
  'not_shorter',
  'rule_changed',
  'rule_added',
  'reason_dropped',
  'name_added',
  'words_added',
] as const

/**
 * `answer_empty`: the model returned nothing, or refused to answer. `answer_cut_off`: the answer is incomplete.
 * `answer_unsafe`: it contains control characters, marks of the prompt, or a line that separates texts. `not_shorter`:
 * it saves too little. `rule_changed`: a sentence that states or denies something is not included word for word.
 * `rule_added`: it states or denies something that no recorded sentence does. `reason_dropped`: a reason is missing.
 * `name_added`: it contains a name, number or path that is not recorded. `words_added`: it mentions something that the
 * texts do not.
 */
export type CondenseRefusalCode = (typeof CONDENSE_REFUSALS)[number]

/** The result of condensing the texts of squashed annotations. */
export interface CondenseReceipt {
  readonly $schema: typeof CONDENSE_RECEIPT_SCHEMA
  readonly status: 'condensed' | 'unchanged'
  /** Present for a dry run, which called no model and wrote nothing. */
  readonly dry_run?: true
  readonly notes_ref: NotesRef
  /** Absent in a dry run without a model. */
  readonly model?: string
  /** Squashed annotations that have something to condense, newest first. */
  readonly commits: readonly CondensedCommit[]
  readonly totals: CondenseTotals
  /** What the calls of the model used and cost. Absent if it was not called. */
  readonly usage?: WritingUsage
  /** Why the run ended before all places were processed. Texts condensed before that are stored. */
  readonly stopped?: { readonly code: string; readonly message: string }
  readonly warnings: readonly Diagnostic[]
}

/** The totals of the run. */
export interface CondenseTotals {
  /** Places with texts to condense. */
  readonly places: Count
  readonly condensed: Count
  readonly refused: Count
  readonly skipped: Count
  readonly failed: Count
  readonly unasked: Count
  /** Approximate number of tokens of the texts that a model is given, or would be given. */
  readonly tokens: Count
  /** Approximate number of tokens by which answers about the condensed places become shorter. */
  readonly saved_tokens: Count
  /** Number of squashed annotations with something to condense beyond the limit. */
  readonly commits_left: Count
}

/** One squashed annotation. */
export interface CondensedCommit {
  readonly commit: CommitId
  /** The first line of the commit message. Absent if the commit is not in the repository. */
  readonly subject?: string
  readonly places: readonly CondensedTexts[]
}

/** The texts about one place. */
export interface CondensedTexts {
  readonly file?: string
  readonly anchor?: string
  /** Ids of the regions that the texts are in. */
  readonly regions: readonly string[]
  readonly texts: Ordinal
  /** Approximate number of tokens of all texts together. */
  readonly tokens: Count
  /**
   * `refused`: the model's answer breaks a rule. `skipped`: nothing can be gained, or the texts must not be sent.
   * `failed`: the model could not be called. `unasked`: the model would be called.
   */
  readonly status: 'condensed' | 'refused' | 'skipped' | 'failed' | 'unasked'
  /** The text that replaces them. */
  readonly text?: string
  readonly text_tokens?: Count
  /** Why the answer was rejected (one of `CONDENSE_REFUSALS`), or why there is none. */
  readonly problem?: { readonly code: string; readonly message: string }
}

/** The reasons for not sending texts to a model. */
export const CONDENSE_SKIPS = ['nothing_to_gain', 'texts_too_long', 'secret_found'] as const

/**
 * `nothing_to_gain`: the texts are short, or nearly all of them must stay word for word. `texts_too_long`: they exceed
 * the limit of one request. `secret_found`: they seem to contain a secret; `scrub` removes it.
 */
export type CondenseSkipCode = (typeof CONDENSE_SKIPS)[number]

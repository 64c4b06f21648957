import type { Diagnostic } from './coded-error.ts'
import type { CommitId, NotesRef } from './ids.ts'
import type { Count, Ordinal } from './limited-types.ts'
import type { WritingUsage } from './writing-receipt.ts'

/** The identifier of the receipt format. */
export const CONDENSE_RECEIPT_SCHEMA = 'chronicle-condense-receipt/v1'

/** Why the answer of a model was not stored. What is recorded stays as it is. */
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
 * `answer_empty`: the model said nothing, or refused to answer. `answer_cut_off`: it did not come to an end.
 * `answer_unsafe`: it has control characters, marks of the prompt, or a line that divides texts. `not_shorter`: it saves
 * too little. `rule_changed`: a sentence that states or denies something is not there word for word. `rule_added`: it
 * states or denies something that no recorded sentence does. `reason_dropped`: a reason is missing. `name_added`: a name,
 * number or path that is not recorded. `words_added`: it speaks of what the texts do not.
 */
export type CondenseRefusalCode = (typeof CONDENSE_REFUSALS)[number]

/** What condensing the texts of squashed annotations came to. */
export interface CondenseReceipt {
  readonly $schema: typeof CONDENSE_RECEIPT_SCHEMA
  readonly status: 'condensed' | 'unchanged'
  /** No model was asked, and nothing was written. */
  readonly dry_run?: true
  readonly notes_ref: NotesRef
  /** Absent in a dry run without a model. */
  readonly model?: string
  /** Squashed annotations that have something to condense, newest first. */
  readonly commits: readonly CondensedCommit[]
  readonly totals: CondenseTotals
  /** What the model was asked and paid for. Absent: it was not asked. */
  readonly usage?: WritingUsage
  /** What ended the work before all places were looked at. What was condensed until then is stored. */
  readonly stopped?: { readonly code: string; readonly message: string }
  readonly warnings: readonly Diagnostic[]
}

/** What was counted. */
export interface CondenseTotals {
  /** Places with texts to condense. */
  readonly places: Count
  readonly condensed: Count
  readonly refused: Count
  readonly skipped: Count
  readonly failed: Count
  readonly unasked: Count
  /** Tokens of the texts that a model is asked about, or would be; about. */
  readonly tokens: Count
  /** Tokens that answers about the condensed places are shorter by, about. */
  readonly saved_tokens: Count
  /** Squashed annotations with something to condense beyond the limit. */
  readonly commits_left: Count
}

/** One squashed annotation. */
export interface CondensedCommit {
  readonly commit: CommitId
  /** The first line of the commit message. Absent: the commit is not in the repository. */
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
  /** Of all texts together, about. */
  readonly tokens: Count
  /**
   * `refused`: the answer of the model breaks a rule. `skipped`: there is nothing to gain, or the texts are not sent.
   * `failed`: the model could not be asked. `unasked`: it would be.
   */
  readonly status: 'condensed' | 'refused' | 'skipped' | 'failed' | 'unasked'
  /** The text that takes their place. */
  readonly text?: string
  readonly text_tokens?: Count
  /** Why the answer was refused (one of `CONDENSE_REFUSALS`), or why there is none. */
  readonly problem?: { readonly code: string; readonly message: string }
}

/** Why texts are not sent to a model. */
export const CONDENSE_SKIPS = ['nothing_to_gain', 'texts_too_long', 'secret_found'] as const

/**
 * `nothing_to_gain`: they are short, or nearly all of them has to stay word for word. `texts_too_long`: more than one
 * request takes. `secret_found`: they hold what looks like a secret; `scrub` takes it out.
 */
export type CondenseSkipCode = (typeof CONDENSE_SKIPS)[number]

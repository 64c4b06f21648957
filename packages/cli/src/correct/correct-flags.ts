import type { NotesFlags } from '../host/open-repository.ts'

/** Options that every correcting command has. */
export interface CorrectingFlags extends NotesFlags {
  readonly dryRun?: true
  readonly format: ReceiptFormat
}

/** How a receipt is printed. */
export type ReceiptFormat = 'pretty' | 'json' | 'markdown'

/** The options of `flag`. */
export interface FlagFlags extends CorrectingFlags {
  readonly reason: string
  readonly commit?: string
  readonly all?: true
  readonly lines?: string
  readonly id?: string
  readonly intent?: string
}

/** Which regions of an annotation. */
export interface SelectionFlags extends CorrectingFlags {
  readonly file?: string
  readonly region?: string
  readonly id?: string
  readonly intent?: string
}

/** The options of `correct`. */
export interface CorrectFlags extends SelectionFlags {
  readonly field: string
  readonly remove?: string
  readonly amend?: string
  readonly with?: string
  readonly reason: string
}

/** The options of `supersede`. */
export interface SupersedeFlags extends SelectionFlags {
  readonly by: string
  readonly reason?: string
}

/** The options of `retract`. */
export interface RetractFlags extends SelectionFlags {
  readonly reason: string
}

/** The options of `reattach`. */
export interface ReattachFlags extends SelectionFlags {
  readonly to: string
  readonly at?: string
  readonly reason?: string
}

/** The options of `scrub`. */
export interface ScrubFlags extends SelectionFlags {
  readonly text?: string
  readonly commit?: string
}

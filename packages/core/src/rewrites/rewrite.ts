import type { CommitId, NotesRef, Region, ResultAsync } from '@chronicle/schema'
import type { AstParser } from '../contracts/ast-parser.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { NotesServices } from '../notes/update-notes.ts'
import type { ReadError } from '../read/read-error.ts'

/**
 * One commit that took the place of others. A commit that was split is several rewrites with the same `from`; what was
 * recorded on it goes, region by region, to the part that has its code.
 */
export interface Rewrite {
  /** Oldest first; all that `to` contains. */
  readonly from: readonly CommitId[]
  readonly to: CommitId
  /** `amend`: `to` replaces one commit. `squash`: it holds several. `copy`: the sources live on, as with cherry-pick. */
  readonly operation: 'amend' | 'squash' | 'copy'
}

/** What carrying works with. */
export interface CarrierServices extends NotesServices {
  /** Absent: units are not looked up, and regions follow their lines alone. */
  readonly ast?: AstParser
  /** The ref that annotations are in; corrections and acknowledgements stand beside it. Default `refs/notes/chronicle`. */
  readonly notesRef?: NotesRef
}

/** How rewrites are carried. */
export interface CarryOptions extends CallOptions {
  /** Work everything out, write nothing. */
  readonly dryRun?: boolean
}

/** What one commit got from others. */
export interface CarriedNote {
  /** Those of the sources on which something was recorded. */
  readonly from: readonly CommitId[]
  readonly to: CommitId
  readonly operation: Rewrite['operation']
  /** `unchanged`: the commit had all of it. */
  readonly status: 'written' | 'unchanged'
  /** Regions that came from the sources. */
  readonly regions: number
  /** The same, as they are on the new commit. */
  readonly carriedRegions: readonly Region[]
  /** Lines of corrections and of acknowledgements that came from the sources. */
  readonly corrections: number
  readonly acknowledgements: number
}

/** Why something could not be carried as it should. */
export type LeftReason =
  /** The note is no annotation, and the new commit has a note already: it stays on the old commit alone. */
  | 'unreadable'
  /** The code of a region is in none of the new commits: it was carried to the nearest, as it was. */
  | 'code_gone'
  /** The new commit is not in the repository. */
  | 'target_missing'

/** Something that needs a look. Nothing of it is lost: it is where it was, or on the nearest successor. */
export interface LeftBehind {
  readonly commit: CommitId
  /** The commit that it was to go to, or went to as it was. */
  readonly to: CommitId
  readonly reason: LeftReason
  /** Of `code_gone`: what the region names. */
  readonly file?: string
  readonly anchor?: string
  readonly intent?: string
}

/** What carrying came to. */
export interface CarryReport {
  /** In the order in which the rewrites were given, those without anything recorded left out. */
  readonly carried: readonly CarriedNote[]
  readonly left: readonly LeftBehind[]
}

/** Why nothing could be carried. */
export type CarryError = ReadError

/** Takes what is recorded on commits over to those that took their place. */
export interface Carrier {
  /**
   * Carries annotations, corrections and acknowledgements. Each ref is read at one go and written in one commit, by
   * compare-and-swap. Notes of the old commits stay. Carrying twice changes nothing, and the order of the rewrites does
   * not matter: what was itself rewritten is carried on.
   */
  carry(rewrites: readonly Rewrite[], options?: CarryOptions): ResultAsync<CarryReport, CarryError>
}

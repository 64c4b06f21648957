import type { CommitId, NotesRef, Region, ResultAsync } from '@chronicle/schema'
import type { AstParser } from '../contracts/ast-parser.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { NotesServices } from '../notes/update-notes.ts'
import type { ReadError } from '../read/read-error.ts'

/**
 * A commit that replaced others. A split commit occurs in several rewrites with the same `from`; each of its regions
 * goes to the part that has its code.
 */
export interface Rewrite {
  /** Oldest first; all commits that `to` contains. */
  readonly from: readonly CommitId[]
  readonly to: CommitId
  /**
   * `amend`: `to` replaces one commit. `squash`: it contains several. `copy`: the sources still exist, as after a
   * cherry-pick.
   */
  readonly operation: 'amend' | 'squash' | 'copy'
}

/** Dependencies of carrying. */
export interface CarrierServices extends NotesServices {
  /** Absent: units are not looked up, and regions are followed by their lines alone. */
  readonly ast?: AstParser
  /**
   * The ref of the annotations; corrections and acknowledgements are in the refs beside it. Default
   * `refs/notes/chronicle`.
   */
  readonly notesRef?: NotesRef
}

/** Options of carrying. */
export interface CarryOptions extends CallOptions {
  /** Whether to compute everything but write nothing. */
  readonly dryRun?: boolean | undefined
}

/** The note that one commit received from others. */
export interface CarriedNote {
  /** The sources that have notes. */
  readonly from: readonly CommitId[]
  readonly to: CommitId
  readonly operation: Rewrite['operation']
  /** `unchanged`: the commit already had everything. */
  readonly status: 'written' | 'unchanged'
  /** Number of regions that came from the sources. */
  readonly regions: number
  /** These regions, as they are on the new commit. */
  readonly carriedRegions: readonly Region[]
  /** Numbers of correction and acknowledgement lines that came from the sources. */
  readonly corrections: number
  readonly acknowledgements: number
}

/** Why something could not be carried properly. */
export type LeftReason =
  /** The note is not an annotation, and the new commit already has a note: it stays on the old commit only. */
  | 'unreadable'
  /** The code of a region is in none of the new commits: the region was carried to the nearest one unchanged. */
  | 'code_gone'
  /** The new commit is not in the repository. */
  | 'target_missing'
  /** The annotation of the new commit was scrubbed, so that nothing more is carried to it. */
  | 'scrubbed'

/** A problem that needs attention. Nothing is lost: the record stays where it was, or is on the nearest successor. */
export interface LeftBehind {
  readonly commit: CommitId
  /** The commit to which it should have been carried, or was carried unchanged. */
  readonly to: CommitId
  readonly reason: LeftReason
  /** For `code_gone`: what the region names. */
  readonly file?: string
  readonly anchor?: string
  readonly intent?: string
}

/** The result of carrying. */
export interface CarryReport {
  /** In the order of the rewrites; rewrites without notes are omitted. */
  readonly carried: readonly CarriedNote[]
  readonly left: readonly LeftBehind[]
}

/** Why carrying failed. */
export type CarryError = ReadError

/** Copies the notes of commits to their successors. */
export interface Carrier {
  /**
   * Carries annotations, corrections and acknowledgements. Each ref is read in one batch and written in one commit, by
   * compare-and-swap. The notes of the old commits stay. Carrying twice changes nothing, and the order of the rewrites
   * does not matter: if a target was rewritten too, its notes are carried on.
   */
  carry(rewrites: readonly Rewrite[], options?: CarryOptions): ResultAsync<CarryReport, CarryError>
}

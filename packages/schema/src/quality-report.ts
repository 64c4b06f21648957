import type { ContextLevel, Evidence, LineRange } from './annotation.ts'
import type { Diagnostic } from './coded-error.ts'
import type { CommitId, NotesRef } from './ids.ts'
import type { Freshness, Shown } from './read-output.ts'
import type { Count } from './limited-types.ts'

/** The identifier of what `doctor` prints. */
export const DOCTOR_REPORT_SCHEMA = 'chronicle-doctor/v1'

/** The identifier of what `annotate --review` prints. */
export const REVIEW_REPORT_SCHEMA = 'chronicle-review/v1'

/** What can be wrong with what is recorded, or with where it is, in the order in which it is reported. */
export const QUALITY_FINDING_KINDS = [
  /** A note holds what looks like a secret. */
  'secret_in_note',
  /** A note, or a part of one, that cannot be read. */
  'malformed_note',
  /** A note in a format that this version does not know. */
  'unknown_schema',
  /** There is no notes ref here, but one that was fetched from a remote. */
  'notes_not_fetched',
  /** A setting has an impossible value. */
  'invalid_configuration',
  /** Git does not know who you are, so that nothing can be recorded. */
  'identity_unknown',
  /** Derived data cannot be kept, so that every command makes it anew. */
  'cache_not_writable',
  /** Hooks that `init` made are missing, changed, or start nothing. */
  'hooks_broken',
  /** A refspec by which git would lose notes, or refuse to fetch or push. */
  'unsafe_refspec',
  /** `notes.rewriteRef` makes git copy notes when commits are rewritten, which Chronicle does itself. */
  'notes_copied_by_git',
  /** The index of the notes could not be read. */
  'index_damaged',
  /** A flag, or an edit that found nothing to change, that nobody has settled. */
  'open_correction',
  /** Of a region neither the unit nor a line is left. */
  'dead_anchor',
  /** A dependency or a group names code that is not there. */
  'dead_reference',
  /** A claim cites what is not there. */
  'evidence_not_found',
  /** A constraint that nobody stated and nothing is cited for. */
  'constraint_without_source',
  /** A text that only repeats the subject of the commit, the changed lines or a signature. */
  'restatement',
  /** A region of a file that its commit did not change. */
  'unchanged_file',
  /** A note holds several documents, as merges of git leave them. All are read. */
  'concatenated_note',
  /** Two regions of one annotation that say the same of the same place. */
  'duplicate_region',
  /** A note on a commit that is not in the repository. */
  'missing_commit',
  /** A note on a commit that is not in the history of `HEAD`. */
  'commit_out_of_history',
  /** The clone is shallow: what is older than its edge cannot be judged. */
  'rewritten_commits',
  'shallow_history',
  /** Git keeps no graph of a long history, so that blame is slow. */
  'no_commit_graph',
] as const

/** One of `QUALITY_FINDING_KINDS`. */
export type QualityFindingKind = (typeof QUALITY_FINDING_KINDS)[number]

/** `error`: to be fixed now. `warning`: misleads its readers. `info`: could be better. */
export type QualityFindingSeverity = 'error' | 'warning' | 'info'

/** One thing that is wrong, and what mends it. */
export interface QualityFinding {
  readonly kind: QualityFindingKind
  readonly severity: QualityFindingSeverity
  /** The annotated commit. Absent where no note is meant. */
  readonly commit?: CommitId
  /** The file as it is called now, or as the note names it when it is gone. */
  readonly path?: string
  readonly anchor?: string
  /** What is wrong, in one sentence that names the value. */
  readonly message: string
  /** The command line that mends it. Texts in capitals are for the reader to fill in. */
  readonly fix?: string
}

/** How much of the history has something recorded. */
export interface Coverage {
  /** Those that were looked at, the newest first. */
  readonly commits: Count
  /** Of those with an annotation: by testimony of the author, and by reconstruction. */
  readonly enhanced: Count
  readonly inferred: Count
  /** Those that nothing has to be said of: they changed nothing of interest, or the annotation says that it is so. */
  readonly nothing_to_record: Count
  /** The commits that are neither. */
  readonly unannotated: Count
  /** Of the unannotated those that a writer has looked at, and found nothing to say of. */
  readonly nothing_found: Count
  /** The newest of the unannotated that no writer has looked at. */
  readonly newest_unannotated: readonly { readonly commit: CommitId; readonly subject: string }[]
  /** Files that these commits changed most, and nothing is recorded about; the most changed first. */
  readonly unannotated_files: readonly { readonly path: string; readonly commits: Count }[]
}

/** What the report speaks of. Without any of it: the history of `HEAD`. */
export interface ReviewScope {
  /** Only these commits, as they were asked for: `v1..v2`, or one. */
  readonly revisions?: string
  /** Only files with these paths, or in these folders. */
  readonly paths?: readonly string[]
}

/** The state of what is recorded in a repository. */
export interface QualityReport {
  readonly $schema: typeof DOCTOR_REPORT_SCHEMA
  /** Where `HEAD` stands. Empty before the first commit. */
  readonly commit: CommitId
  readonly notes_refs: readonly NotesRef[]
  readonly scope: ReviewScope
  readonly coverage: Coverage
  readonly notes: {
    /** All that there are, or those on the commits asked about. */
    readonly found: Count
    /** Those that were looked at, the newest first. */
    readonly reviewed: Count
  }
  /** The first of each kind, in the order of `QUALITY_FINDING_KINDS`; `counts` has the number of all. */
  readonly findings: readonly QualityFinding[]
  /** By kind; kinds of which nothing was found are absent. */
  readonly counts: Readonly<Partial<Record<QualityFindingKind, Count>>>
  /** What Chronicle runs with, for people: `git 2.39.5`. Empty where nobody looked. */
  readonly environment: readonly { readonly name: string; readonly value: string }[]
  /** What was put right before the report was made, as sentences. Absent where nobody asked for it. */
  readonly fixed?: readonly string[]
  readonly diagnostics: readonly Diagnostic[]
}

/** A citation, and whether what it cites is there. */
export interface ReviewedEvidence extends Shown<Evidence> {
  /** `unverified`: it cites what is not kept, such as the words of the author beside the message. */
  readonly verdict: 'found' | 'not_found' | 'unverified'
  /** Why it is not found or not verified. */
  readonly reason?: string
}

/** One recorded region as a reviewer sees it. */
export interface ReviewedRegion {
  readonly file?: string
  readonly anchor?: string
  /** As recorded. */
  readonly lines?: LineRange
  readonly intent: string
  readonly context_level: ContextLevel
  /** Where it stands at `HEAD`. Absent where it cannot be told, and for a region of the whole commit. */
  readonly freshness?: Freshness
  readonly constraints: readonly { readonly text: string; readonly source: 'author' | 'inferred' }[]
  readonly evidence: readonly ReviewedEvidence[]
  /** It was withdrawn, and is not shown to readers. */
  readonly retracted?: true
}

/** What is recorded on one commit, and what is wrong with it. */
export interface CommitReview {
  readonly $schema: typeof REVIEW_REPORT_SCHEMA
  readonly commit: CommitId
  readonly subject: string
  readonly notes_refs: readonly NotesRef[]
  /** Absent when nothing is recorded, or nothing that can be read. */
  readonly annotation?: {
    readonly summary: string
    readonly context_level: ContextLevel
    readonly timestamp: string
    readonly cross_cutting: Count
  }
  readonly regions: readonly ReviewedRegion[]
  /** In the order of `QUALITY_FINDING_KINDS`. */
  readonly findings: readonly QualityFinding[]
  readonly diagnostics: readonly Diagnostic[]
}

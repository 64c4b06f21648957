import type { ContextLevel, Evidence, LineRange } from './annotation.ts'
import type { Diagnostic } from './coded-error.ts'
import type { CommitId, NotesRef } from './ids.ts'
import type { Freshness, Shown } from './read-output.ts'
import type { Count } from './limited-types.ts'

/** The identifier of the `doctor` report format. */
export const DOCTOR_REPORT_SCHEMA = 'chronicle-doctor/v1'

/** The identifier of the `annotate --review` report format. */
export const REVIEW_REPORT_SCHEMA = 'chronicle-review/v1'

/** The kinds of problems with recorded content, or with where it is stored, in the order in which they are reported. */
export const QUALITY_FINDING_KINDS = [
  /** A note contains what looks like a secret. */
  'secret_in_note',
  /** A note, or part of one, cannot be read. */
  'malformed_note',
  /** A note has a format that this version does not know. */
  'unknown_schema',
  /** The notes ref does not exist here, but one was fetched from a remote. */
  'notes_not_fetched',
  /** A setting has an invalid value. */
  'invalid_configuration',
  /** Git has no user identity configured, so nothing can be recorded. */
  'identity_unknown',
  /** The cache cannot be written, so every command computes derived data again. */
  'cache_not_writable',
  /** Hooks installed by `init` are missing, were changed, or start nothing. */
  'hooks_broken',
  /** A refspec would make git lose notes, or refuse to fetch or push. */
  'unsafe_refspec',
  /** `notes.rewriteRef` makes git copy notes when commits are rewritten, although Chronicle does that itself. */
  'notes_copied_by_git',
  /** The index of the notes could not be read. */
  'index_damaged',
  /** An unresolved flag, or an unresolved edit that found nothing to change. */
  'open_correction',
  /** Neither the unit nor any line of a region still exists. */
  'dead_anchor',
  /** A dependency or cross-cutting entry names code that does not exist. */
  'dead_reference',
  /** The evidence of a claim cannot be found. */
  'evidence_not_found',
  /** A constraint is neither stated by anybody nor supported by evidence. */
  'constraint_without_source',
  /** A text only repeats the subject of the commit, the changed lines or a signature. */
  'restatement',
  /** A region is about a file that its commit did not change. */
  'unchanged_file',
  /** A note contains several documents, as git merges leave them. All of them are read. */
  'concatenated_note',
  /** Two regions of one annotation say the same about the same place. */
  'duplicate_region',
  /** A note belongs to a commit that is not in the repository. */
  'missing_commit',
  /** A note belongs to a commit that is not in the history of `HEAD`. */
  'commit_out_of_history',
  /** Annotated commits were rewritten or dropped, and what is recorded on them was not carried over. */
  'rewritten_commits',
  'shallow_history',
  /** Git has no commit-graph for a long history, so blame is slow. */
  'no_commit_graph',
] as const

/** One of `QUALITY_FINDING_KINDS`. */
export type QualityFindingKind = (typeof QUALITY_FINDING_KINDS)[number]

/** `error`: must be fixed now. `warning`: misleads readers. `info`: could be better. */
export type QualityFindingSeverity = 'error' | 'warning' | 'info'

/** One problem and how to fix it. */
export interface QualityFinding {
  readonly kind: QualityFindingKind
  readonly severity: QualityFindingSeverity
  /** The annotated commit. Absent when the problem is not about a note. */
  readonly commit?: CommitId
  /** The current path of the file, or the path in the note if the file no longer exists. */
  readonly path?: string
  readonly anchor?: string
  /** The problem, in one sentence that names the value. */
  readonly message: string
  /** The command line that fixes the problem. The reader replaces the words in capitals. */
  readonly fix?: string
}

/** How much of the history is annotated. */
export interface Coverage {
  /** Number of commits examined, starting from the newest. */
  readonly commits: Count
  /** Number of annotated commits, by context level: stated by the author, or inferred. */
  readonly enhanced: Count
  readonly inferred: Count
  /** Number of commits that need no annotation: they changed nothing of interest, or their annotation says so. */
  readonly nothing_to_record: Count
  /** Number of commits that are neither annotated nor counted in `nothing_to_record`. */
  readonly unannotated: Count
  /** Number of the unannotated commits that a writer has examined without finding anything to record. */
  readonly nothing_found: Count
  /** The newest unannotated commits that no writer has examined. */
  readonly newest_unannotated: readonly { readonly commit: CommitId; readonly subject: string }[]
  /** Files that these commits changed most and about which nothing is recorded, most changed first. */
  readonly unannotated_files: readonly { readonly path: string; readonly commits: Count }[]
}

/** What the report covers. If empty, the history of `HEAD`. */
export interface ReviewScope {
  /** Limits the report to these commits, as given: `v1..v2`, or one commit. */
  readonly revisions?: string
  /** Limits the report to files with these paths or in these folders. */
  readonly paths?: readonly string[]
}

/** The quality of what is recorded in a repository. */
export interface QualityReport {
  readonly $schema: typeof DOCTOR_REPORT_SCHEMA
  /** The commit of `HEAD`. Empty before the first commit. */
  readonly commit: CommitId
  readonly notes_refs: readonly NotesRef[]
  readonly scope: ReviewScope
  readonly coverage: Coverage
  readonly notes: {
    /** Number of all notes, or of those on the requested commits. */
    readonly found: Count
    /** Number of notes examined, starting from the newest. */
    readonly reviewed: Count
  }
  /** The first findings of each kind, in the order of `QUALITY_FINDING_KINDS`; `counts` has the totals. */
  readonly findings: readonly QualityFinding[]
  /** Number of findings by kind; kinds without findings are absent. */
  readonly counts: Readonly<Partial<Record<QualityFindingKind, Count>>>
  /** The environment that Chronicle runs in, for people: `git 2.39.5`. Empty if it was not inspected. */
  readonly environment: readonly { readonly name: string; readonly value: string }[]
  /** What was fixed before the report was made, in sentences. Absent if no fixes were requested. */
  readonly fixed?: readonly string[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Evidence, and whether the thing it cites exists. */
export interface ReviewedEvidence extends Shown<Evidence> {
  /** `unverified`: it cites something that is not stored, such as the author's words outside the commit message. */
  readonly verdict: 'found' | 'not_found' | 'unverified'
  /** Why the evidence is not found or not verified. */
  readonly reason?: string
}

/** A recorded region as a reviewer sees it. */
export interface ReviewedRegion {
  readonly file?: string
  readonly anchor?: string
  /** The lines as recorded. */
  readonly lines?: LineRange
  readonly intent: string
  readonly context_level: ContextLevel
  /** The freshness at `HEAD`. Absent if it cannot be determined, and for a region about the whole commit. */
  readonly freshness?: Freshness
  readonly constraints: readonly { readonly text: string; readonly source: 'author' | 'inferred' }[]
  readonly evidence: readonly ReviewedEvidence[]
  /** Present when the region was retracted, so that readers do not see it. */
  readonly retracted?: true
}

/** What is recorded on one commit, and the problems with it. */
export interface CommitReview {
  readonly $schema: typeof REVIEW_REPORT_SCHEMA
  readonly commit: CommitId
  readonly subject: string
  readonly notes_refs: readonly NotesRef[]
  /** Absent when nothing readable is recorded. */
  readonly annotation?: {
    readonly summary: string
    readonly context_level: ContextLevel
    readonly timestamp: string
    readonly cross_cutting: Count
  }
  readonly regions: readonly ReviewedRegion[]
  /** The findings, in the order of `QUALITY_FINDING_KINDS`. */
  readonly findings: readonly QualityFinding[]
  readonly diagnostics: readonly Diagnostic[]
}

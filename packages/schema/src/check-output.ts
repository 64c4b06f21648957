import type { FindingId } from './acknowledgement.ts'
import type { Answer } from './answer.ts'
import type { Constraint, ContextLevel, LineRange } from './annotation.ts'
import type { Confidence, Count, Share } from './limited-types.ts'
import type { Recording } from './read-output.ts'

/** The identifier of the `check` output format. */
export const CHECK_OUTPUT_SCHEMA = 'chronicle-check/v1'

/** The query as it was understood. */
export interface CheckQueryEcho {
  /** `worktree` (edits since HEAD), `staged`, or the range as given. */
  readonly change: string
  /**
   * The commit that the change starts from: what was recorded there is what the change may break. Absent for a first
   * commit, before which nothing was recorded.
   */
  readonly base?: string
  /** The commit that it ends in; absent for edits that are not committed. */
  readonly head?: string
  readonly min_confidence?: Share
  readonly max_findings: Count
  readonly max_tokens?: Count
}

/** How much a change puts at risk, from what was recorded and how surely. */
export type RiskLevel = 'high' | 'medium' | 'low'

/** The kind of recorded thing that a change touches. */
export type FindingKind =
  | 'constraint'
  | 'dependent'
  | 'cross_cutting'
  | 'rejected_alternative'
  | 'risk'
  | 'comment'
  /** A test holds code that the change touches. */
  | 'held_by_test'
  /** The change deletes or retitles a test that held code. */
  | 'test_gone'

/** One recorded thing that the change touches. */
export interface Finding {
  /**
   * Stands for what is recorded: the kind, the words and the place that the annotation names. It stays the same when the
   * code moves, the change is rebased or the confidence changes. At least 10 hexadecimal digits.
   */
  readonly id: FindingId
  readonly kind: FindingKind
  readonly risk: RiskLevel
  /**
   * What findings are ordered by, in [0, 1], rounded to two decimals.
   *
   * @decimals 2
   */
  readonly score: Share
  /** The changed file, as it is called at the end of the change. */
  readonly file: string
  readonly anchor?: string
  /** The changed lines it is about, in the state at the end of the change. Absent when they were deleted. */
  readonly lines?: LineRange
  /** The code it is about is not there any more under its name. */
  readonly gone?: true
  /** Where the change put the code, or a part of it, that it took out of its place, as `file:anchor`. */
  readonly carried_to?: readonly string[]
  /**
   * The constraint, the assumption, what must change together, the approach that was rejected, the risk, the comment
   * that the change deletes or edits, or the title of the test.
   */
  readonly text: string
  /** Why it was rejected; what the code that states the rest is for. */
  readonly reason?: string
  /** Words of the rejected approach that the added lines have too. */
  readonly echoed?: readonly string[]
  readonly source?: Constraint['source']
  readonly context_level?: ContextLevel
  /** When and by whom, where it was recorded more than a day after the commit, or by somebody but its author. */
  readonly recorded?: Recording
  /** Confidence of the annotation. */
  readonly confidence: Confidence
  /** The annotated commit. */
  readonly commit: string
  /**
   * The other place, as `file:anchor`: who depends, the partners that the change does not touch, or the code that a test
   * that is gone held. Of a test that holds the touched code, `file:line`.
   */
  readonly places?: readonly string[]
}

/** The answer that somebody gave to a finding: why the change may be made all the same. */
export interface Acknowledgement {
  readonly reason: string
  /** `Name <email>`; of a trailer, the author of its commit. */
  readonly author: string
  /**
   * `trailer`: in the message of a commit of the change. `note`: on such a commit, in the ref of acknowledgements.
   * `local`: in this repository alone, for edits that are not committed.
   */
  readonly where: 'trailer' | 'note' | 'local'
  /** The commit that it stands on. Absent when it is local. */
  readonly commit?: string
}

/** A finding that somebody has answered: it fails no build. */
export interface AcknowledgedFinding extends Finding {
  readonly acknowledged: Acknowledgement
}

/** A file of the change. */
export interface CheckedFile {
  readonly file: string
  readonly change: 'added' | 'modified' | 'deleted' | 'renamed'
  readonly old_file?: string
  /**
   * Units whose code the change touches, by their names before it. Absent for a file about which nothing is recorded, or
   * rules of folders alone, which is not parsed, and for a change of blanks and comments alone.
   */
  readonly units?: readonly string[]
}

/** How the answer was obtained. */
export interface CheckStats {
  /** Files of the change. */
  readonly files: Count
  readonly findings_found: Count
  /** Before a token budget. */
  readonly findings_returned: Count
  /** Those that were answered; they do not count among the others. */
  readonly findings_acknowledged: Count
  /** The highest risk of the findings found, whether they are returned or not. Absent without any. */
  readonly highest_risk?: RiskLevel
}

/** The answer to a `check`. */
export interface CheckOutput extends Answer {
  readonly $schema: typeof CHECK_OUTPUT_SCHEMA
  readonly query: CheckQueryEcho
  /** Most at risk first, without those that are acknowledged. */
  readonly findings: readonly Finding[]
  /** Most at risk first. */
  readonly acknowledged: readonly AcknowledgedFinding[]
  readonly files: readonly CheckedFile[]
  readonly stats: CheckStats
}

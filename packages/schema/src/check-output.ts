import type { FindingId } from './acknowledgement.ts'
import type { Answer } from './answer.ts'
import type { Constraint, ContextLevel, LineRange } from './annotation.ts'
import type { Confidence, Count, Share } from './limited-types.ts'
import type { Recording } from './read-output.ts'

/** The identifier of the `check` output format. */
export const CHECK_OUTPUT_SCHEMA = 'chronicle-check/v1'

/** The query as it was interpreted. */
export interface CheckQueryEcho {
  /** `worktree` (edits since HEAD), `staged`, or the given range. */
  readonly change: string
  /**
   * The commit that the change starts from. The change may break what is recorded there. Absent for a first commit,
   * before which nothing is recorded.
   */
  readonly base?: string
  /** The commit that the change ends in. Absent for uncommitted edits. */
  readonly head?: string
  readonly min_confidence?: Share
  readonly max_findings: Count
  readonly max_tokens?: Count
}

/** The risk of a change, by what is recorded and with which confidence. */
export type RiskLevel = 'high' | 'medium' | 'low'

/** The kind of recorded statement that a change affects. */
export type FindingKind =
  | 'constraint'
  | 'dependent'
  | 'cross_cutting'
  | 'rejected_alternative'
  | 'risk'
  | 'comment'
  /** A test verifies code that the change touches. */
  | 'held_by_test'
  /** The change deletes or renames a test that verified code. */
  | 'test_gone'

/** A recorded statement that the change affects. */
export interface Finding {
  /**
   * Identifies what is recorded, by its kind, its text and the place that the annotation names. Stays the same when the
   * code moves, the change is rebased or the confidence changes. At least 10 hexadecimal digits.
   */
  readonly id: FindingId
  readonly kind: FindingKind
  readonly risk: RiskLevel
  /**
   * The score that orders findings, in [0, 1], rounded to two decimals.
   *
   * @decimals 2
   */
  readonly score: Share
  /** The changed file, by its path at the end of the change. */
  readonly file: string
  /**
   * The folder whose rule it is, or `./` for the repository. It is a finding once, for all changed files below; `file`
   * is one of them.
   */
  readonly folder?: string
  readonly anchor?: string
  /** The changed lines it is about, as of the end of the change. Absent if they were deleted. */
  readonly lines?: LineRange
  /** Present if its code no longer exists under its name. */
  readonly gone?: true
  /** Present if the change moved all of its code, under its name, to one of the places in `carried_to`. */
  readonly moved?: true
  /** The places, as `file:anchor`, to which the change moved the code or a part of it. */
  readonly carried_to?: readonly string[]
  /**
   * The constraint, the assumption, what must change together, the rejected approach, the risk, the comment that the
   * change deletes or edits, or the title of the test.
   */
  readonly text: string
  /** Other words for the same constraint, from corrections that came after the one that is applied. */
  readonly also_proposed?: readonly string[]
  /** Why the approach was rejected, or the kind of coupling; otherwise, the purpose of the code it is recorded on. */
  readonly reason?: string
  /** Words of the rejected approach that also occur in the added lines. */
  readonly echoed?: readonly string[]
  readonly source?: Constraint['source']
  readonly context_level?: ContextLevel
  /**
   * When and by whom it was recorded, if that was more than a day after the commit or by somebody other than its
   * author.
   */
  readonly recorded?: Recording
  /** Confidence of the annotation. */
  readonly confidence: Confidence
  /** The annotated commit. */
  readonly commit: string
  /**
   * The other places, as `file:anchor`: the dependent code, the partners that the change does not touch, or the code
   * that a removed test verified. For a test of the touched code, `file:line`.
   */
  readonly places?: readonly string[]
}

/** An acknowledgement of a finding: why the change is acceptable nevertheless. */
export interface Acknowledgement {
  readonly reason: string
  /** `Name <email>`. For a trailer, the author of its commit. */
  readonly author: string
  /**
   * `trailer`: in the message of a commit of the change. `note`: on such a commit, in the acknowledgements ref.
   * `local`: only in this repository, for uncommitted edits.
   */
  readonly where: 'trailer' | 'note' | 'local'
  /** The commit that it is recorded on. Absent if it is local. */
  readonly commit?: string
}

/** An acknowledged finding, which does not fail a build. */
export interface AcknowledgedFinding extends Finding {
  readonly acknowledged: Acknowledgement
}

/** A file of the change. */
export interface CheckedFile {
  readonly file: string
  readonly change: 'added' | 'modified' | 'deleted' | 'renamed'
  readonly old_file?: string
  /**
   * Units whose code the change touches, by their names before it. Absent for a file that is not parsed because
   * nothing, or only rules of folders, is recorded about it, and for a change of only blanks and comments.
   */
  readonly units?: readonly string[]
}

/** How the answer was obtained. */
export interface CheckStats {
  /** Number of files of the change. */
  readonly files: Count
  readonly findings_found: Count
  /** Number of findings before a token budget is applied. */
  readonly findings_returned: Count
  /** Number of acknowledged findings, which are not included in the others. */
  readonly findings_acknowledged: Count
  /** The highest risk of the unacknowledged findings, whether they are returned or not. Absent if there are none. */
  readonly highest_risk?: RiskLevel
}

/** The answer to a `check`. */
export interface CheckOutput extends Answer {
  readonly $schema: typeof CHECK_OUTPUT_SCHEMA
  readonly query: CheckQueryEcho
  /** Highest risk first, without acknowledged findings. */
  readonly findings: readonly Finding[]
  /** Highest risk first. */
  readonly acknowledged: readonly AcknowledgedFinding[]
  readonly files: readonly CheckedFile[]
  readonly stats: CheckStats
}

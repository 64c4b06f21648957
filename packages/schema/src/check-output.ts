import type { Answer } from './answer.ts'
import type { Constraint, ContextLevel, LineRange } from './annotation.ts'

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
  readonly min_confidence?: number
  readonly max_findings: number
  readonly max_tokens?: number
}

/** How much a change puts at risk, from what was recorded and how surely. */
export type RiskLevel = 'high' | 'medium' | 'low'

/** What kind of thing a change touches. */
export type FindingKind = 'constraint' | 'dependent' | 'cross_cutting' | 'rejected_alternative' | 'risk'

/** One recorded thing that the change touches. */
export interface Finding {
  readonly kind: FindingKind
  readonly risk: RiskLevel
  /** In [0, 1], rounded to two decimals: what findings are ordered by. */
  readonly score: number
  /** The changed file, as it is called at the end of the change. */
  readonly file: string
  readonly anchor?: string
  /** The changed lines it is about, in the state at the end of the change. Absent when they were deleted. */
  readonly lines?: LineRange
  /** The code it is about is not there any more under its name. */
  readonly gone?: true
  /** The constraint, the assumption, what must change together, the approach that was rejected, the risk. */
  readonly text: string
  /** Why it was rejected; what the code that states the rest is for. */
  readonly reason?: string
  /** Words of the rejected approach that the added lines have too. */
  readonly echoed?: readonly string[]
  readonly source?: Constraint['source']
  readonly context_level?: ContextLevel
  /** Confidence of the annotation. */
  readonly confidence: number
  /** The annotated commit. */
  readonly commit: string
  /** The other place: who depends, or the partners that the change does not touch, as `file:anchor`. */
  readonly places?: readonly string[]
}

/** A file of the change. */
export interface CheckedFile {
  readonly file: string
  readonly change: 'added' | 'modified' | 'deleted' | 'renamed'
  readonly old_file?: string
  /** Units whose lines the change touches, by their names before it. */
  readonly units?: readonly string[]
}

/** How the answer was obtained. */
export interface CheckStats {
  /** Files of the change. */
  readonly files: number
  readonly findings_found: number
  readonly findings_returned: number
}

/** The answer to a `check`. */
export interface CheckOutput extends Answer {
  readonly $schema: typeof CHECK_OUTPUT_SCHEMA
  readonly query: CheckQueryEcho
  /** Most at risk first. */
  readonly findings: readonly Finding[]
  readonly files: readonly CheckedFile[]
  readonly stats: CheckStats
}

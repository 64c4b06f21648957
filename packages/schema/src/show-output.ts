import type { Answer } from './answer.ts'
import type {
  AstAnchor,
  Constraint,
  ContextLevel,
  CrossCuttingConcern,
  Evidence,
  HoldingTest,
  LineRange,
  RejectedAlternative,
  RelatedAnnotation,
  SemanticDependency,
} from './annotation.ts'
import type { Freshness, IntactLines, Recording, Shown, ShownCorrection } from './read-output.ts'
import type { Count } from './limited-types.ts'

/** The identifier of the `show` output format. */
export const SHOW_OUTPUT_SCHEMA = 'chronicle-show/v1'

/** The query as it was understood. */
export interface ShowQueryEcho {
  /** The revision as given, or the beginning of the id of an annotated commit. */
  readonly revision: string
  /** The state in which the places of regions were located: `WORKTREE`, `HEAD` or a revision. */
  readonly at: string
  /** The commit of `at`. */
  readonly at_commit: string
  readonly max_tokens?: Count
}

/** The annotated commit. */
export interface ShownCommit {
  readonly commit: string
  /** Committer time, RFC 3339. Absent, like author and subject, if the commit is not in the repository. */
  readonly timestamp?: string
  readonly author?: string
  readonly subject?: string
  /** Whether the commit is in the history of `at`. */
  readonly reachable: boolean
}

/** The metadata of a note. */
export interface ShownNote {
  /** When the note was made, RFC 3339; empty if unknown. */
  readonly timestamp: string
  readonly context_level: ContextLevel
  readonly summary: string
  readonly task?: string
  readonly recorded?: Recording
  readonly operation: 'initial' | 'squash' | 'amend'
  /** The commits that the annotation was carried over from. */
  readonly derived_from?: readonly string[]
  /** The formats in which the note was stored. */
  readonly read_from: readonly string[]
}

/** The current place of the code of a region. */
export interface CurrentPlace {
  /** `orphaned`: neither its unit nor its lines exist any more. */
  readonly freshness: Freshness
  /** The current path. */
  readonly file?: string
  readonly anchor?: string
  readonly lines?: LineRange
  readonly intact_lines?: IntactLines
}

/** One region of the annotation, with its corrections applied. */
export interface ShownRegion {
  /** The path as recorded. Absent for a region about the whole commit. */
  readonly file?: string
  readonly ast_anchor?: Shown<AstAnchor>
  readonly lines?: LineRange
  readonly intent: string
  /** Present when it differs from that of the annotation. */
  readonly context_level?: ContextLevel
  readonly recorded?: Recording
  readonly reasoning?: string
  /** The original reasoning, if a language model condensed it: see `corrections`. */
  readonly recorded_reasoning?: string
  readonly constraints: readonly Shown<Constraint>[]
  readonly risk_notes?: string
  readonly rejected_alternatives?: readonly Shown<RejectedAlternative>[]
  readonly semantic_dependencies?: readonly Shown<SemanticDependency>[]
  readonly held_by_tests?: readonly Shown<HoldingTest>[]
  readonly related_annotations?: readonly Shown<RelatedAnnotation>[]
  readonly evidence?: readonly Shown<Evidence>[]
  readonly tags?: readonly string[]
  readonly corrections?: readonly ShownCorrection[]
  /** Present when the region was retracted: do not rely on it. */
  readonly retracted?: true
  /** Absent for a region without a place of its own: about the whole commit, a folder or the repository. */
  readonly now?: CurrentPlace
}

/** A finding of `check` that was acknowledged on the commit. */
export interface ShownAcknowledgement {
  /** The id of the finding. */
  readonly finding: string
  readonly reason: string
  readonly author: string
  /** Whether it is a trailer of the commit message, or a note beside the annotation. */
  readonly where: 'trailer' | 'note'
}

/** Numbers of regions and corrections. */
export interface ShowStats {
  readonly regions: Count
  readonly retracted: Count
  /** Number of regions whose code no longer exists. */
  readonly gone: Count
  readonly corrections: Count
}

/** The answer to a `show`. */
export interface ShowOutput extends Answer {
  readonly $schema: typeof SHOW_OUTPUT_SCHEMA
  readonly query: ShowQueryEcho
  readonly commit: ShownCommit
  /** Absent when nothing readable is recorded on the commit. */
  readonly note?: ShownNote
  /** The regions, in the order of the annotation. */
  readonly regions: readonly ShownRegion[]
  readonly cross_cutting: readonly Shown<CrossCuttingConcern>[]
  /** Findings of `check` that were acknowledged on this commit. */
  readonly acknowledged?: readonly ShownAcknowledgement[]
  readonly stats: ShowStats
}

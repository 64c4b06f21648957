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

/** The question as it was understood. */
export interface ShowQueryEcho {
  /** As given: a revision, or the beginning of the id of an annotated commit. */
  readonly revision: string
  /** The state in which the places of regions were looked for: `WORKTREE`, `HEAD` or a revision. */
  readonly at: string
  /** The commit that `at` stands on. */
  readonly at_commit: string
  readonly max_tokens?: Count
}

/** The commit that the annotation is on. */
export interface ShownCommit {
  readonly commit: string
  /** Committer time, RFC 3339. Absent, like the other two, where the commit is not in the repository. */
  readonly timestamp?: string
  readonly author?: string
  readonly subject?: string
  /** Whether the commit is in the history of `at`. */
  readonly reachable: boolean
}

/** What a note says about itself. */
export interface ShownNote {
  /** When it was made, RFC 3339; empty when it does not say. */
  readonly timestamp: string
  readonly context_level: ContextLevel
  readonly summary: string
  readonly task?: string
  readonly recorded?: Recording
  readonly operation: 'initial' | 'squash' | 'amend'
  /** The commits that it was taken over from. */
  readonly derived_from?: readonly string[]
  /** The formats that it was read from. */
  readonly read_from: readonly string[]
}

/** What became of the code of a region. */
export interface CurrentPlace {
  /** `orphaned`: neither its unit nor its lines are there. */
  readonly freshness: Freshness
  /** As it is called now. */
  readonly file?: string
  readonly anchor?: string
  readonly lines?: LineRange
  readonly intact_lines?: IntactLines
}

/** One region of the annotation, as its corrections leave it. */
export interface ShownRegion {
  /** As recorded. Absent: said of the whole commit. */
  readonly file?: string
  readonly ast_anchor?: Shown<AstAnchor>
  readonly lines?: LineRange
  readonly intent: string
  /** Where it is not that of the annotation. */
  readonly context_level?: ContextLevel
  readonly recorded?: Recording
  readonly reasoning?: string
  /** The reasoning in the words in which it was recorded, where a language model condensed it: see `corrections`. */
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
  /** It was retracted: not to be relied on. */
  readonly retracted?: true
  /** Absent for what has no place of its own: the whole commit, a folder, the repository. */
  readonly now?: CurrentPlace
}

/** A finding of `check` that was answered on the commit. */
export interface ShownAcknowledgement {
  /** The id of the finding. */
  readonly finding: string
  readonly reason: string
  readonly author: string
  /** In the message of the commit, or beside its annotation. */
  readonly where: 'trailer' | 'note'
}

/** What was counted. */
export interface ShowStats {
  readonly regions: Count
  readonly retracted: Count
  /** Regions whose code is gone. */
  readonly gone: Count
  readonly corrections: Count
}

/** The answer to a `show`. */
export interface ShowOutput extends Answer {
  readonly $schema: typeof SHOW_OUTPUT_SCHEMA
  readonly query: ShowQueryEcho
  readonly commit: ShownCommit
  /** Absent: nothing is recorded on the commit, or it cannot be read. */
  readonly note?: ShownNote
  /** In the order of the annotation. */
  readonly regions: readonly ShownRegion[]
  readonly cross_cutting: readonly Shown<CrossCuttingConcern>[]
  /** Findings of `check` that were answered on this commit. */
  readonly acknowledged?: readonly ShownAcknowledgement[]
  readonly stats: ShowStats
}

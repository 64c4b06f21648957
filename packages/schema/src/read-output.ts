import type {
  AstAnchor,
  Constraint,
  ContextLevel,
  LineRange,
  RejectedAlternative,
  SemanticDependency,
  Evidence,
} from './annotation.ts'
import type { ErrorAnswer } from './answer.ts'
import type { Diagnostic } from './coded-error.ts'
import type { HistoryReason, PlaceHistoryStats } from './history-reason.ts'
import type { Remedy } from './remedy.ts'
import type { Confidence, Count, Ordinal, Share } from './limited-types.ts'

/** The identifier of the `read` output format. */
export const READ_OUTPUT_SCHEMA = 'chronicle-read/v1'

/** A stored value as it is shown. Foreign data under unknown keys is not shown (see `withoutUnknownKeys`). */
export type Shown<T> = Omit<T, 'unknown_keys'>

/** An assumption of a region about code elsewhere. */
export interface ShownDependency extends Shown<SemanticDependency> {
  /** The recorded path, if the code is in `file` now. */
  readonly recorded_file?: string
  /** The recorded name, if the unit is called `anchor` now. */
  readonly recorded_anchor?: string
}

/** The query as it was understood, including all defaults. */
export interface QueryEcho {
  /** One path, or several for a multi-file query. */
  readonly file: string | readonly string[]
  readonly anchor?: string
  /** First and last line, 1-based and inclusive. */
  readonly lines?: readonly [start: Ordinal, end: Ordinal]
  readonly depth: Count
  /** `WORKTREE`, `INDEX`, `HEAD` or the given revision. */
  readonly at: string
  /** The commit of `at`, or the one that the index or working tree is based on. */
  readonly commit: string
  readonly since?: string
  readonly tags?: readonly string[]
  readonly context_level?: ContextLevel
  readonly min_confidence?: number
  readonly max_regions: Count
  readonly max_tokens?: Count
}

/** How far the code has changed from what the annotation describes. */
export type Freshness = 'fresh' | 'moved' | 'drifted' | 'orphaned'

/** How a region matched the query, and how well its anchor still matches the code. */
export type AnchorMatch =
  'exact' | 'signature_changed' | 'unqualified' | 'fuzzy' | 'line_overlap' | 'gone' | 'whole_file'

/**
 * The factors of a confidence in words, by name, for people and models. Each scorer has its own factors. The built-in
 * ones return `recency` (the age of the commit relative to the queried one: `2 days old`), `context_level` and
 * `provenance`.
 */
export interface ConfidenceFactors {
  readonly anchor_match: AnchorMatch
  readonly [factor: string]: string
}

/** The factors of a confidence as numbers in [0, 1], by name. Each scorer has its own factors. */
export type ConfidenceScores = Readonly<Record<string, Share>>

/**
 * A resolved link to another annotation. `intent` is absent when the target no longer exists; `unresolved` says why.
 */
export interface ResolvedRelated {
  readonly commit: string
  readonly anchor: string
  readonly relationship: string
  /** Number of links from the region: 1 for a direct link. */
  readonly hop: Ordinal
  readonly confidence?: Confidence
  readonly intent?: string
  readonly file?: string
  /** Why there is no `intent`. */
  readonly unresolved?: 'no_annotation' | 'no_region' | 'malformed_note' | 'retracted'
}

/** Who recorded an annotation, when, and with what tool. */
export interface Recording {
  /** Name of the person or agent. Absent if unknown. */
  readonly by?: string
  /** Time of recording, RFC 3339. */
  readonly at: string
  /** The tool or model: `git-chronicle 1.2.0`, `heuristic`, `anthropic/claude-…`. */
  readonly with?: string
}

/** The number of recorded lines that are unchanged, and their total. */
export interface IntactLines {
  readonly intact: Count
  readonly recorded: Count
}

/**
 * A correction as it is shown. Chronicle's own corrections have their effect; those of other tools are as they are in
 * the note.
 */
export interface ShownCorrection {
  /** `flag`, `remove`, `amend`, `supersede`, `retract` or `reattach`. */
  readonly correction_type?: unknown
  /** The file that the correction is limited to. */
  readonly file?: unknown
  /** The unit that the correction is limited to. */
  readonly anchor?: unknown
  /** The field that is wrong. */
  readonly field?: unknown
  /** The wrong value, as it was recorded. */
  readonly target_value?: unknown
  /** The value that replaces it. */
  readonly replacement?: unknown
  /**
   * Present where a language model condensed recorded texts into one: which model, and how many texts. The value is not
   * repeated.
   */
  readonly condensed?: unknown
  /** The commit whose annotation replaces this one. */
  readonly superseded_by?: unknown
  /** The place of the code, in the files of `at_commit`. */
  readonly place?: unknown
  /** The commit whose files `place` refers to. */
  readonly at_commit?: unknown
  /** The reason for the correction. */
  readonly reason?: unknown
  /** The author of the correction. */
  readonly author?: unknown
  /** Whether the author of the annotated commit replaced the text, so that it is still their own. */
  readonly by_author?: unknown
  /** The time of the correction. */
  readonly timestamp?: unknown
  /**
   * `applied`: the value was removed or replaced, or the region was moved to the place. `value_not_found`: the value is
   * not in the annotation, so nothing was changed. `noted`: the correction changes no value.
   */
  readonly effect?: unknown
  readonly [key: string]: unknown
}

/** One annotated region with its score. `intent` and `constraints` are always present. */
export interface ReadRegion {
  readonly commit: string
  /** Committer time of the annotated commit, RFC 3339. */
  readonly timestamp: string
  /**
   * Present when the annotation was made more than a day after its commit, or by somebody other than the commit author.
   * In the second case `by` is that person's name.
   */
  readonly recorded?: Recording
  readonly context_level: ContextLevel
  /** Rounded to two decimals. */
  readonly confidence: Confidence
  readonly confidence_factors: ConfidenceFactors
  /**
   * The factors as numbers in [0, 1], by name. Each scorer has its own factors.
   *
   * @decimals 4
   */
  readonly confidence_scores: ConfidenceScores
  /** The path of the file at the queried revision. */
  readonly file: string
  /** The path in the note, if the file was renamed since. */
  readonly recorded_file?: string
  readonly ast_anchor?: Shown<AstAnchor>
  /** The current name of the unit, if it was renamed. */
  readonly current_anchor?: string
  /**
   * What the region is about, when that is wider than the requested place: the enclosing unit, its file, the
   * whole commit that wrote some of its lines or moved the file to its path, a folder that contains the file, or the
   * whole repository.
   */
  readonly about?: 'enclosing_unit' | 'file' | 'commit' | 'folder' | 'repository'
  /** The lines recorded at `commit`. */
  readonly lines?: LineRange
  /** The line range that the recorded code has in the queried state. Absent when the region has no lines of its own. */
  readonly current_lines?: LineRange
  /**
   * Intact share: the share of the recorded lines that are unchanged since `commit`, in [0, 1].
   *
   * @decimals 4
   */
  readonly survival: Share
  /** The intact share in numbers of lines. Absent for a region without lines. */
  readonly intact_lines?: IntactLines
  readonly freshness: Freshness
  /**
   * The commits that changed the region since it was recorded, newest first. `uncommitted` stands for edits in the
   * working tree.
   */
  readonly drifted_by?: readonly string[]
  /**
   * Present when no line written by the annotated commit is left, or less than a fifth for an inferred region. The region
   * then contains only what outlives a change: constraints, risks, rejected alternatives and, if stated, dependencies,
   * with the intent that explains them.
   */
  readonly outlived?: true
  /**
   * The state of the comment that the region was taken from: still in the code (`stands`), or changed or deleted since
   * (`changed`).
   */
  readonly comment?: 'stands' | 'changed'
  /** Other commits that have the same recorded, newest first. */
  readonly also_on?: readonly string[]
  readonly summary?: string
  readonly task?: string
  readonly intent: string
  readonly reasoning?: string
  readonly constraints: readonly Shown<Constraint>[]
  readonly risk_notes?: string
  readonly rejected_alternatives?: readonly Shown<RejectedAlternative>[]
  readonly evidence?: readonly Shown<Evidence>[]
  readonly semantic_dependencies?: readonly ShownDependency[]
  readonly tags?: readonly string[]
  readonly corrections?: readonly ShownCorrection[]
  readonly related?: readonly ResolvedRelated[]
}

/** Code elsewhere that declares an assumption about the queried code. */
export interface DependencyEntry {
  readonly from_file: string
  readonly from_anchor: string
  /** The assumption. */
  readonly nature: string
  readonly commit: string
  /** The anchor that the assumption names, as written. */
  readonly on_anchor?: string
  readonly on_file?: string
  readonly confidence?: Confidence
  /** The current lines of the dependent code: the unit of `from_anchor`. Absent without an anchor or an outline. */
  readonly current_lines?: LineRange
  /** Present if the dependent code is gone: its file, or its unit. Renamed files are followed. */
  readonly gone?: 'file' | 'unit'
}

/** An existing test that holds the queried code. */
export interface HeldByTest {
  /** The title of the test, with its groups before it: `group › title`. */
  readonly title: string
  /** The path of the test at the queried revision. */
  readonly file: string
  /** The line of its title there. */
  readonly line: Ordinal
  /** The current name of the unit that the test holds. Absent if it holds a file. */
  readonly anchor?: string
  /** The commit that added the test and the code it holds. */
  readonly commit: string
  /** Present when the test was found in the history during this query. Absent when it was recorded. */
  readonly origin?: 'history'
}

/** A group of places that must change together and that includes the queried code. */
export interface CrossCuttingEntry {
  readonly description: string
  readonly regions: readonly string[]
  readonly nature?: string
  readonly commit: string
}

/** How the answer was obtained. */
export interface ReadStats {
  /**
   * Number of reachable commits whose notes were read, now or by an earlier query about the file, because they name the
   * file or may be about it.
   */
  readonly commits_examined: Count
  /** Number of those commits with a readable annotation, whether or not it answers the query. */
  readonly annotations_found: Count
  readonly regions_returned: Count
  /** Number of regions about the place whose code no longer exists. `history` shows them. */
  readonly gone_regions?: Count
  /** The current places of the units of further regions, which were moved to other files. */
  readonly moved_to?: readonly string[]
  /** The units of all those regions, if the requested name now finds another unit. Query `history` for them. */
  readonly gone_units?: readonly string[]
  /** Number of regions that only quote a comment that is still in the code. Text answers omit them. */
  readonly quoted_regions?: Count
  readonly related_hops: Count
  /**
   * Number of commits known to have changed the files, under any of their names. 0 if nothing can be recorded about the
   * files.
   */
  readonly revisions_examined: Count
  readonly dependencies: 'index' | 'scan'
  /** Absent when the history was not searched. */
  readonly history?: PlaceHistoryStats
}

/** What was withheld to fit `max_tokens`. */
export interface TrimmedInfo {
  readonly original_regions: Count
  readonly returned_regions: Count
  /**
   * Commits of the dropped regions, in the order of dropping. When there is little room, abbreviated and incomplete.
   */
  readonly dropped_commits: readonly string[]
  readonly strategy: string
  /** Tokens of the rendered output, including this notice. */
  readonly estimated_tokens: Count
  /** Fields removed from the remaining regions, in the order of removal. */
  readonly dropped_fields?: readonly string[]
  /** Number of entries withheld outside `regions`, by list name. */
  readonly dropped_entries?: Readonly<Record<string, Count>>
  /** The option that returns the withheld content. */
  readonly remedy?: Remedy
  /** Present when the answer exceeds the budget even with everything withheld. */
  readonly over_budget?: true
}

/** The answer to a `read`. */
export interface ReadOutput {
  readonly $schema: typeof READ_OUTPUT_SCHEMA
  readonly query: QueryEcho
  /** Most confident first, grouped by file in the order of the query. */
  readonly regions: readonly ReadRegion[]
  /**
   * Unrecorded reasons from commit messages and removed comments, newest first. Absent when there are none, or the
   * history was not searched.
   */
  readonly from_history?: readonly HistoryReason[]
  readonly dependencies_on_this: readonly DependencyEntry[]
  readonly cross_cutting: readonly CrossCuttingEntry[]
  /** Existing tests of the queried code, newest commits first. Absent if no test is known. */
  readonly held_by_tests?: readonly HeldByTest[]
  /** Present when the anchor matched several units equally well. All of them were read. */
  readonly ambiguous_anchor?: true
  /** The units that the query resolved to, at the queried revision. */
  readonly resolved?: readonly ResolvedUnit[]
  readonly stats: ReadStats
  readonly diagnostics: readonly Diagnostic[]
  readonly trimmed: TrimmedInfo | null
}

/** One place that the query resolved to, at the queried revision. */
export interface ResolvedUnit {
  readonly file: string
  readonly anchor?: string
  readonly type?: string
  readonly lines: LineRange
  /** Ranges of uncommitted lines within `lines`. */
  readonly uncommitted_lines?: readonly LineRange[]
}

/** A failed query, as JSON output. */
export interface ReadErrorOutput extends ErrorAnswer {
  readonly $schema: typeof READ_OUTPUT_SCHEMA
}

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

/** What is stored, as it is shown: foreign data under unknown keys stays in the note (see `withoutUnknownKeys`). */
export type Shown<T> = Omit<T, 'unknown_keys'>

/** The query as it was understood, with every default filled in. */
export interface QueryEcho {
  /** One path, or several for a multi-file query. */
  readonly file: string | readonly string[]
  readonly anchor?: string
  /** From 1, both ends included. */
  readonly lines?: readonly [start: Ordinal, end: Ordinal]
  readonly depth: Count
  /** `WORKTREE`, `INDEX`, `HEAD` or the revision as given. */
  readonly at: string
  /** The commit that `at` stands on. */
  readonly commit: string
  readonly since?: string
  readonly tags?: readonly string[]
  readonly context_level?: ContextLevel
  readonly min_confidence?: number
  readonly max_regions: Count
  readonly max_tokens?: Count
}

/** How far the code has moved away from what the annotation describes. */
export type Freshness = 'fresh' | 'moved' | 'drifted' | 'orphaned'

/** How a region came to match the query, and how well its anchor still matches the code. */
export type AnchorMatch =
  'exact' | 'signature_changed' | 'unqualified' | 'fuzzy' | 'line_overlap' | 'gone' | 'whole_file'

/**
 * The factors of a confidence in words, by name, for people and models. Each scorer has its own; the built-in ones give
 * `recency` (the age of the commit relative to the queried one: `2 days old`), `context_level` and `provenance`.
 */
export interface ConfidenceFactors {
  readonly anchor_match: AnchorMatch
  readonly [factor: string]: string
}

/** The factors of a confidence as numbers in [0, 1], by name. Each scorer has its own. */
export type ConfidenceScores = Readonly<Record<string, Share>>

/** A linked annotation, resolved. `intent` is absent when the link leads nowhere any more; `unresolved` says why. */
export interface ResolvedRelated {
  readonly commit: string
  readonly anchor: string
  readonly relationship: string
  /** Hops from the region: 1 for a direct link. */
  readonly hop: Ordinal
  readonly confidence?: Confidence
  readonly intent?: string
  readonly file?: string
  /** Why there is no `intent`. */
  readonly unresolved?: 'no_annotation' | 'no_region' | 'malformed_note' | 'retracted'
}

/** Who made an annotation, when, and with what. */
export interface Recording {
  /** Name of the person or agent. Absent when it is not known. */
  readonly by?: string
  /** RFC 3339. */
  readonly at: string
  /** The tool or model: `git-chronicle 1.2.0`, `heuristic`, `anthropic/claude-…`. */
  readonly with?: string
}

/** Recorded lines that nobody has changed, of how many. */
export interface IntactLines {
  readonly intact: Count
  readonly recorded: Count
}

/** A correction, as it is shown: Chronicle's own with what it came to, those of other tools as they stand in the note. */
export interface ShownCorrection {
  /** `flag`, `remove`, `amend`, `supersede`, `retract` or `reattach`. */
  readonly correction_type?: unknown
  /** The file it is limited to. */
  readonly file?: unknown
  /** The unit it is limited to. */
  readonly anchor?: unknown
  /** The field that is wrong. */
  readonly field?: unknown
  /** The value that is wrong, as it was recorded. */
  readonly target_value?: unknown
  /** What was put in its place. */
  readonly replacement?: unknown
  /** Present where a language model condensed recorded texts into one: which, and how many. The value is not repeated. */
  readonly condensed?: unknown
  /** The commit whose annotation takes its place. */
  readonly superseded_by?: unknown
  /** Where the code is, in the files of `at_commit`. */
  readonly place?: unknown
  /** The commit in whose files the place is stated. */
  readonly at_commit?: unknown
  /** Why. */
  readonly reason?: unknown
  /** Who says so. */
  readonly author?: unknown
  /** When. */
  readonly timestamp?: unknown
  /**
   * `applied`: the value was taken out or replaced, or the place is that of the region. `value_not_found`: it is not in
   * the annotation, so nothing was changed. `noted`: it changes no value.
   */
  readonly effect?: unknown
  readonly [key: string]: unknown
}

/** One annotated region, scored. `intent` and `constraints` are always present. */
export interface ReadRegion {
  readonly commit: string
  /** When the annotated commit was made: its committer time, RFC 3339. */
  readonly timestamp: string
  /**
   * Present when the annotation was made more than a day after its commit, or by somebody other than the author of the
   * commit: then `by` is another person's name.
   */
  readonly recorded?: Recording
  readonly context_level: ContextLevel
  /** Rounded to two decimals. */
  readonly confidence: Confidence
  readonly confidence_factors: ConfidenceFactors
  /**
   * The factors as numbers in [0, 1], by name; each scorer has its own.
   *
   * @decimals 4
   */
  readonly confidence_scores: ConfidenceScores
  /** The path as it is called at the queried revision. */
  readonly file: string
  /** The path the note names, when that is another one (the file was renamed since). */
  readonly recorded_file?: string
  readonly ast_anchor?: Shown<AstAnchor>
  /** What the unit is called now, when that is another name. */
  readonly current_anchor?: string
  /**
   * What the region is about, when that is wider than the place asked for: the unit around it, its file, the commit that
   * moved the file to where it is, a folder that the file is in, or the whole repository.
   */
  readonly about?: 'enclosing_unit' | 'file' | 'commit' | 'folder' | 'repository'
  /** The lines as recorded at `commit`. */
  readonly lines?: LineRange
  /** The whole place now: where the recorded code is in the queried state. Absent when it has no lines of its own. */
  readonly current_lines?: LineRange
  /**
   * Intact share: how many of the recorded lines nobody has changed since `commit`, in [0, 1].
   *
   * @decimals 4
   */
  readonly survival: Share
  /** The same in lines. Absent for a region without lines. */
  readonly intact_lines?: IntactLines
  readonly freshness: Freshness
  /** The commits that changed the region since, newest first; `uncommitted` stands for edits in the working tree. */
  readonly drifted_by?: readonly string[]
  /**
   * Nothing that the annotated commit wrote is left. Only what outlives a change is given: constraints, risks, rejected
   * alternatives and dependencies, with the intent that explains them.
   */
  readonly outlived?: true
  /** The comment that this was taken from: it still stands in the code, or was changed or deleted since. */
  readonly comment?: 'stands' | 'changed'
  /** Other commits on which the same is recorded, newest first. */
  readonly also_on?: readonly string[]
  readonly summary?: string
  readonly task?: string
  readonly intent: string
  readonly reasoning?: string
  readonly constraints: readonly Shown<Constraint>[]
  readonly risk_notes?: string
  readonly rejected_alternatives?: readonly Shown<RejectedAlternative>[]
  readonly evidence?: readonly Shown<Evidence>[]
  readonly semantic_dependencies?: readonly Shown<SemanticDependency>[]
  readonly tags?: readonly string[]
  readonly corrections?: readonly ShownCorrection[]
  readonly related?: readonly ResolvedRelated[]
}

/** Code elsewhere that declares an assumption about the queried code. */
export interface DependencyEntry {
  readonly from_file: string
  readonly from_anchor: string
  /** What it assumes. */
  readonly nature: string
  readonly commit: string
  /** The anchor it names, as written. */
  readonly on_anchor?: string
  readonly on_file?: string
  readonly confidence?: Confidence
}

/** A test that holds the queried code and still stands. */
export interface HeldByTest {
  /** In the words of the test, with the groups that it stands in before it: `group › title`. */
  readonly title: string
  /** The path of the test as it is called at the queried revision. */
  readonly file: string
  /** Where its title stands there. */
  readonly line: Ordinal
  /** The unit that it holds, as it is called now. Absent where it holds a file. */
  readonly anchor?: string
  /** The commit that added the test and the code it holds. */
  readonly commit: string
  /** It was found at the moment of the question. Absent: it is recorded. */
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
   * Reachable commits whose notes were read, now or by an earlier question about the file, because they name it or may have
   * been about it.
   */
  readonly commits_examined: Count
  /** Of those, the ones with a readable annotation, whether or not it answers the query. */
  readonly annotations_found: Count
  readonly regions_returned: Count
  /** Regions about the place whose code is gone; `history` shows them. */
  readonly gone_regions?: Count
  /** Units that these are about, where the name asked for finds another one: `history` is to be asked for them. */
  readonly gone_units?: readonly string[]
  /** Regions that only quote a comment that still stands in the code; left out of text answers. */
  readonly quoted_regions?: Count
  readonly related_hops: Count
  /** Commits known to have changed the files, under any of their names. 0 where nothing can be recorded about them. */
  readonly revisions_examined: Count
  readonly dependencies: 'index' | 'scan'
  /** Absent where the history was not asked. */
  readonly history?: PlaceHistoryStats
}

/** What was withheld to fit `max_tokens`. */
export interface TrimmedInfo {
  readonly original_regions: Count
  readonly returned_regions: Count
  /** Commits of the regions that went, in the order they went; where there is little room abbreviated and not all. */
  readonly dropped_commits: readonly string[]
  readonly strategy: string
  /** Tokens of the output as rendered, this notice included. */
  readonly estimated_tokens: Count
  /** Fields taken out of the regions that were kept, in the order they went. */
  readonly dropped_fields?: readonly string[]
  /** Entries withheld outside `regions`, by list name. */
  readonly dropped_entries?: Readonly<Record<string, Count>>
  /** The option that brings it back. */
  readonly remedy?: Remedy
  /** Present when even the skeleton is larger than the budget. */
  readonly over_budget?: true
}

/** The answer to a `read`. */
export interface ReadOutput {
  readonly $schema: typeof READ_OUTPUT_SCHEMA
  readonly query: QueryEcho
  /** Most confident first, grouped by file in the order the files were asked for. */
  readonly regions: readonly ReadRegion[]
  /** What commits say themselves, as far as it is not recorded, newest first. Absent: nothing, or the history was not asked. */
  readonly from_history?: readonly HistoryReason[]
  readonly dependencies_on_this: readonly DependencyEntry[]
  readonly cross_cutting: readonly CrossCuttingEntry[]
  /** Tests of the queried code that still stand, newest commits first. Absent where no test is known. */
  readonly held_by_tests?: readonly HeldByTest[]
  /** The anchor matched several units equally well; all of them were read. */
  readonly ambiguous_anchor?: true
  /** The units that the query resolved to, at the queried revision. */
  readonly resolved?: readonly ResolvedUnit[]
  readonly stats: ReadStats
  readonly diagnostics: readonly Diagnostic[]
  readonly trimmed: TrimmedInfo | null
}

/** One place the query stands for, at the queried revision. */
export interface ResolvedUnit {
  readonly file: string
  readonly anchor?: string
  readonly type?: string
  readonly lines: LineRange
  /** Lines in that range that are not committed yet, as ranges. */
  readonly uncommitted_lines?: readonly LineRange[]
}

/** A failed query, as machine output. */
export interface ReadErrorOutput extends ErrorAnswer {
  readonly $schema: typeof READ_OUTPUT_SCHEMA
}

import type { CommitId } from './ids.ts'
import type { NonEmptyText, Ordinal, RegionPathText, RepoPathText, TimestampText } from './limited-types.ts'

/*
 * The annotation model. Field names are those of the stored JSON, so these types *are* the document format; the
 * published JSON Schema and the validator are generated from them. Limits apply to what Chronicle stores; notes of
 * other tools may exceed them when read.
 */

/** The identifier of the format that Chronicle writes. */
export const ANNOTATION_SCHEMA = 'chronicle/v1'

/** The `type` of an anchor whose kind of unit was not recorded. */
export const UNKNOWN_UNIT_TYPE = 'unknown'

/** The origin of an annotation's content: testimony of the author, or reconstruction from the change. */
export type ContextLevel = 'enhanced' | 'inferred'

/** A range of lines of a file, from 1, including both ends. */
export interface LineRange {
  /** @maximum 2147483647 */
  readonly start: Ordinal
  /** @maximum 2147483647 */
  readonly end: Ordinal
}

/** The named unit of code that a region is about. */
export interface AstAnchor {
  /**
   * The kind of unit: `function`, `method`, `struct`, `config`, … Any text is accepted when reading;
   * `UNKNOWN_UNIT_TYPE` means that the kind was not recorded.
   */
  readonly type: NonEmptyText
  /** The qualified name, with segments separated by `::` (`.`, `#` and `/` are equivalent when matching). */
  readonly name: NonEmptyText
  /** The signature at the annotated commit, with normalised white space. Absent if it was not recorded. */
  readonly signature?: NonEmptyText
  readonly unknown_keys?: UnknownKeys
}

/** An invariant that the code protects or assumes. */
export interface Constraint {
  /** The invariant. */
  readonly text: NonEmptyText
  /** The source of the constraint: the author, or an analysis of the change. */
  readonly source: 'author' | 'inferred'
  readonly unknown_keys?: UnknownKeys
}

/** Code elsewhere whose behaviour this region depends on. */
export interface SemanticDependency {
  /** The path of the other code. */
  readonly file: NonEmptyText
  /** The name of its unit; empty for the whole file. */
  readonly anchor: string
  /** The assumption about it. */
  readonly nature: string
  readonly unknown_keys?: UnknownKeys
}

/** A link to reasoning recorded on another commit. */
export interface RelatedAnnotation {
  /** The commit it is recorded on; may be abbreviated. */
  readonly commit: NonEmptyText
  /** The unit it is about; empty for the whole annotation. */
  readonly anchor: string
  /** How it is related to this region. */
  readonly relationship: string
  readonly unknown_keys?: UnknownKeys
}

/** An approach that was considered and rejected. */
export interface RejectedAlternative {
  /** The approach. */
  readonly approach: NonEmptyText
  /** Why it was rejected; may be empty. */
  readonly reason: string
  readonly unknown_keys?: UnknownKeys
}

/** The evidence for a claim. */
export interface Evidence {
  /** `discussion`: the description of the change or a comment from its review, outside of the repository. */
  readonly kind: 'commit_message' | 'file_lines' | 'diff_hunk' | 'author_context' | 'discussion'
  /** The quoted evidence. */
  readonly quote?: NonEmptyText
  /** The commit whose message is quoted, if it is not that of the annotated commit, which was made from it. */
  readonly commit?: NonEmptyText
  readonly file?: RepoPathText
  readonly lines?: LineRange
  /** The URL of the comment or of the change, for a discussion. */
  readonly url?: NonEmptyText
  /** The account name of the author of the quoted text, for a discussion. */
  readonly author?: NonEmptyText
  readonly unknown_keys?: UnknownKeys
}

/** A test that verifies the behaviour of a region, by its title, as both were at the annotated commit. */
export interface HoldingTest {
  /** The title in the test's own words, preceded by its groups: `group › title`. */
  readonly title: NonEmptyText
  /** The file of the test. */
  readonly file: RepoPathText
  /**
   * The line of the title. Absent if it was not recorded.
   *
   * @maximum 2147483647
   */
  readonly line?: Ordinal
  readonly unknown_keys?: UnknownKeys
}

/**
 * Values of keys that this version does not know, as JSON. They are kept when an annotation is merged and written
 * again, next to the known keys of the same object. Unknown keys of `lines` are under `lines` in those of the region.
 */
export type UnknownKeys = Readonly<Record<string, unknown>>

/**
 * The part of an annotation about one place in the code.
 *
 * A region without `file` is about the whole commit, and so applies to every file in which the commit still has lines.
 * Such regions come from notes in newer formats (`chronicle/v2`, `chronicle/v3`), and from messages about a change that
 * affects many files. They stay unchanged when such a note is merged and written again, so a stored region may lack
 * `file`.
 */
export interface Region {
  /** A file; a folder, which ends with `/` and includes everything below it; or `./` for the whole repository. */
  readonly file?: RegionPathText
  /** Absent if the region was recorded only by lines. */
  readonly ast_anchor?: AstAnchor
  /** The lines at the annotated commit. If absent, the whole file. */
  readonly lines?: LineRange
  /** What this code is for, and why it is the way it is. */
  readonly intent: NonEmptyText
  /**
   * Present if the region differs from its annotation, which happens when testimony and reconstruction about one commit
   * are merged. If absent, the level of the annotation applies.
   */
  readonly context_level?: ContextLevel
  /**
   * Who recorded this region. Present if the merged annotations differ; if absent, the provenance of the annotation
   * applies.
   */
  readonly recorded?: StoredRecording
  /** Why it is done in this way and not another. */
  readonly reasoning?: NonEmptyText
  readonly constraints: readonly Constraint[]
  readonly semantic_dependencies: readonly SemanticDependency[]
  readonly related_annotations: readonly RelatedAnnotation[]
  readonly tags: readonly NonEmptyText[]
  /** What may go wrong here. */
  readonly risk_notes?: NonEmptyText
  readonly rejected_alternatives: readonly RejectedAlternative[]
  readonly evidence: readonly Evidence[]
  /** Tests of this code, each of which states behaviour that it must keep. Absent and empty mean the same. */
  readonly held_by_tests?: readonly HoldingTest[]
  /** Corrections that other tools recorded inside the note, unchanged. */
  readonly corrections: readonly UnknownKeys[]
  readonly unknown_keys?: UnknownKeys
}

/** Places that must change together. */
export interface CrossCuttingConcern {
  /** Why these places must change together. */
  readonly description: string
  /** The places, as `file:anchor` or a bare file. */
  readonly regions: readonly NonEmptyText[]
  /** The kind of coupling. */
  readonly nature?: NonEmptyText
  readonly tags: readonly NonEmptyText[]
  readonly unknown_keys?: UnknownKeys
}

/** Who recorded an annotation or a region, when, and with what. */
export interface StoredRecording {
  /** The name of the person or agent. Absent if unknown. */
  readonly by?: NonEmptyText
  readonly email?: NonEmptyText
  /** When it was recorded, in RFC 3339, which may be long after the commit was made. */
  readonly at: TimestampText
  /** The tool or model: `git-chronicle 1.2.0`, `heuristic`, `anthropic/claude-…`. */
  readonly with?: NonEmptyText
  readonly unknown_keys?: UnknownKeys
}

/** How the annotation came to belong to its commit, and who recorded it. */
export interface Provenance {
  readonly operation: 'initial' | 'squash' | 'amend'
  /** Commits whose annotations were merged into this one. */
  readonly derived_from: readonly NonEmptyText[]
  readonly original_annotations_preserved: boolean
  /**
   * Present if regions were scrubbed from the annotation, or from the only one that it was copied from. It then receives
   * nothing more from copies of it.
   */
  readonly scrubbed?: true
  /** How the annotations were combined. */
  readonly synthesis_notes?: NonEmptyText
  /** Absent in notes of other tools and of earlier versions, and if merged regions have different values. */
  readonly recorded?: StoredRecording
  readonly unknown_keys?: UnknownKeys
}

/**
 * Everything recorded about one commit, in the single model into which every stored format is converted. Lists are
 * never absent here; empty and absent are the same in a stored document.
 */
export interface Annotation {
  /**
   * The full id of the annotated commit.
   *
   * @pattern FULL_ID
   */
  readonly commit: CommitId
  /** When the annotation was made, in RFC 3339. Empty if the note contains no time, which is invalid for writing. */
  readonly timestamp: TimestampText
  /** The author's task. */
  readonly task?: NonEmptyText
  /** What the commit does, in a sentence or two. Empty if the note contains none. */
  readonly summary: NonEmptyText
  readonly context_level: ContextLevel
  readonly regions: readonly Region[]
  readonly cross_cutting: readonly CrossCuttingConcern[]
  readonly provenance: Provenance
  /** The `$schema` values of the source documents, for example `['chronicle/v2']`. */
  readonly read_from: readonly string[]
  readonly unknown_keys?: UnknownKeys
}

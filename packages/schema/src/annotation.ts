import type { CommitId } from './ids.ts'
import type { NonEmptyText, Ordinal, RegionPathText, RepoPathText, TimestampText } from './limited-types.ts'

/*
 * The annotation model. Field names are those of the stored JSON, so these types *are* the document format; the
 * published JSON Schema and the validator are made of them. Limits hold for what is stored; what other tools stored may
 * break them when it is read.
 */

/** The identifier of the format that Chronicle writes. */
export const ANNOTATION_SCHEMA = 'chronicle/v1'

/** The `type` of an anchor whose kind of unit was not recorded. */
export const UNKNOWN_UNIT_TYPE = 'unknown'

/** How an annotation came to know what it says: testimony of the author, or reconstruction from the change. */
export type ContextLevel = 'enhanced' | 'inferred'

/** Lines of a file, from 1, both ends included. */
export interface LineRange {
  /** @maximum 2147483647 */
  readonly start: Ordinal
  /** @maximum 2147483647 */
  readonly end: Ordinal
}

/** The named unit of code that a region is about. */
export interface AstAnchor {
  /**
   * The kind of unit: `function`, `method`, `struct`, `config`, … Free text is accepted when reading;
   * `UNKNOWN_UNIT_TYPE` stands for a kind that was not recorded.
   */
  readonly type: NonEmptyText
  /** The qualified name, segments separated by `::` (`.`, `#` and `/` are equivalent when matching). */
  readonly name: NonEmptyText
  /** The signature at the annotated commit, white space normalised. Absent when it was not recorded. */
  readonly signature?: NonEmptyText
  readonly unknown_keys?: UnknownKeys
}

/** An invariant that the code protects or assumes. */
export interface Constraint {
  /** The invariant. */
  readonly text: NonEmptyText
  /** Who says so: the author, or an analysis of the change. */
  readonly source: 'author' | 'inferred'
  readonly unknown_keys?: UnknownKeys
}

/** Code elsewhere whose behaviour this region relies on. */
export interface SemanticDependency {
  /** Where the other code is. */
  readonly file: NonEmptyText
  /** Its name; empty for the whole file. */
  readonly anchor: string
  /** What is assumed about it. */
  readonly nature: string
  readonly unknown_keys?: UnknownKeys
}

/** A link to reasoning recorded on another commit. */
export interface RelatedAnnotation {
  /** The commit it is recorded on; may be abbreviated. */
  readonly commit: NonEmptyText
  /** The unit it speaks of; empty for all of the annotation. */
  readonly anchor: string
  /** What it has to do with this. */
  readonly relationship: string
  readonly unknown_keys?: UnknownKeys
}

/** A way that was considered and not taken. */
export interface RejectedAlternative {
  /** What was considered. */
  readonly approach: NonEmptyText
  /** Why it was not taken; may be empty. */
  readonly reason: string
  readonly unknown_keys?: UnknownKeys
}

/** What a claim rests on. */
export interface Evidence {
  /** `discussion`: what was said where the change was reviewed, outside of the repository. */
  readonly kind: 'commit_message' | 'file_lines' | 'diff_hunk' | 'author_context' | 'discussion'
  /** The words that it rests on. */
  readonly quote?: NonEmptyText
  readonly file?: RepoPathText
  readonly lines?: LineRange
  /** Where it was said, of a discussion. */
  readonly url?: NonEmptyText
  /** Who said it, of a discussion: the name of the account. */
  readonly author?: NonEmptyText
  readonly unknown_keys?: UnknownKeys
}

/** A test that holds the behaviour of a region, by its title, as both stood at the annotated commit. */
export interface HoldingTest {
  /** In the words of the test, with the groups that it stands in before it: `group › title`. */
  readonly title: NonEmptyText
  /** The file of the test. */
  readonly file: RepoPathText
  /**
   * The line of the title. Absent when it was not recorded.
   *
   * @maximum 2147483647
   */
  readonly line?: Ordinal
  readonly unknown_keys?: UnknownKeys
}

/**
 * Values of keys this version does not know, as JSON. They are kept when an annotation is merged and written again,
 * beside the known keys of the same object. Extra keys of `lines` stand under `lines` in those of the region.
 */
export type UnknownKeys = Readonly<Record<string, unknown>>

/**
 * What an annotation says about one place in the code.
 *
 * A region without `file` speaks of the whole commit and so applies to every file the commit still has lines in.
 * Such regions come from notes of newer formats (`chronicle/v2`, `chronicle/v3`), and from messages about a change that
 * is spread over files.
 * When such a note is merged and written again they stay as they are, so a stored region may lack `file`.
 */
export interface Region {
  /** A file; a folder, with `/` at its end, about everything below it; or `./`, about the whole repository. */
  readonly file?: RegionPathText
  /** Absent when the region was recorded by lines alone. */
  readonly ast_anchor?: AstAnchor
  /** The lines at the annotated commit. Absent means the whole file. */
  readonly lines?: LineRange
  /** What this code is for, and why it is the way it is. */
  readonly intent: NonEmptyText
  /**
   * Set where the region differs from its annotation, which happens when testimony and reconstruction about one
   * commit are merged. Absent means that of the annotation.
   */
  readonly context_level?: ContextLevel
  /**
   * Who recorded this region. Set where the annotations that were merged differ; absent means what the provenance of
   * the annotation says.
   */
  readonly recorded?: StoredRecording
  /** Why this and not something else. */
  readonly reasoning?: NonEmptyText
  readonly constraints: readonly Constraint[]
  readonly semantic_dependencies: readonly SemanticDependency[]
  readonly related_annotations: readonly RelatedAnnotation[]
  readonly tags: readonly NonEmptyText[]
  /** What may go wrong here. */
  readonly risk_notes?: NonEmptyText
  readonly rejected_alternatives: readonly RejectedAlternative[]
  readonly evidence: readonly Evidence[]
  /** Tests of this code, each of which states what it must keep doing. Absent and empty mean the same. */
  readonly held_by_tests?: readonly HoldingTest[]
  /** Corrections recorded inside the note by other tools, as they stand. */
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
  /** The name of the person or agent. Absent when it is not known. */
  readonly by?: NonEmptyText
  readonly email?: NonEmptyText
  /** RFC 3339: when it was recorded, which may be long after the commit was made. */
  readonly at: TimestampText
  /** The tool or model: `git-chronicle 1.2.0`, `heuristic`, `anthropic/claude-…`. */
  readonly with?: NonEmptyText
  readonly unknown_keys?: UnknownKeys
}

/** How the annotation came to be attached to its commit, and who recorded it. */
export interface Provenance {
  readonly operation: 'initial' | 'squash' | 'amend'
  /** Commits whose annotations went into this one. */
  readonly derived_from: readonly NonEmptyText[]
  readonly original_annotations_preserved: boolean
  /** How the annotations were combined. */
  readonly synthesis_notes?: NonEmptyText
  /** Absent in notes of other tools and of former versions, and where merged regions have different ones. */
  readonly recorded?: StoredRecording
  readonly unknown_keys?: UnknownKeys
}

/**
 * Everything recorded about one commit, in the one model that every stored format is read into.
 * Lists are never absent here; empty and absent are the same thing in a stored document.
 */
export interface Annotation {
  /**
   * The full id of the annotated commit.
   *
   * @pattern FULL_ID
   */
  readonly commit: CommitId
  /** When the annotation was made, RFC 3339. Empty when the note does not say, which none that is written may do. */
  readonly timestamp: TimestampText
  /** What the author was asked to do. */
  readonly task?: NonEmptyText
  /** What the commit does, in a sentence or two. Empty when the note does not say. */
  readonly summary: NonEmptyText
  readonly context_level: ContextLevel
  readonly regions: readonly Region[]
  readonly cross_cutting: readonly CrossCuttingConcern[]
  readonly provenance: Provenance
  /** The `$schema` values of the documents this was read from, for example `['chronicle/v2']`. */
  readonly read_from: readonly string[]
  readonly unknown_keys?: UnknownKeys
}

import type { CommitId } from './ids.ts'

/*
 * The annotation model. Field names are those of the stored JSON, so these types *are* the document format; the
 * published JSON Schema is generated from the validator beside them and compared with them in a type test.
 */

/** The identifier of the format that Chronicle writes. */
export const ANNOTATION_SCHEMA = 'chronicle/v1'

/** The `type` of an anchor whose kind of unit was not recorded. */
export const UNKNOWN_UNIT_TYPE = 'unknown'

/** How an annotation came to know what it says: testimony of the author, or reconstruction from the change. */
export type ContextLevel = 'enhanced' | 'inferred'

/** Lines of a file, 1-based, both ends included. */
export interface LineRange {
  readonly start: number
  readonly end: number
}

/** The named unit of code that a region is about. */
export interface AstAnchor {
  /**
   * The kind of unit: `function`, `method`, `struct`, `config`, … Free text is accepted when reading;
   * `UNKNOWN_UNIT_TYPE` stands for a kind that was not recorded.
   */
  readonly type: string
  /** The qualified name, segments separated by `::` (`.`, `#` and `/` are equivalent when matching). */
  readonly name: string
  /** The signature at the annotated commit, white space normalised. Absent when it was not recorded. */
  readonly signature?: string
  readonly unknown_keys?: UnknownKeys
}

/** An invariant that the code protects or assumes. */
export interface Constraint {
  readonly text: string
  readonly source: 'author' | 'inferred'
  readonly unknown_keys?: UnknownKeys
}

/** Code elsewhere whose behaviour this region relies on. */
export interface SemanticDependency {
  readonly file: string
  readonly anchor: string
  readonly nature: string
  readonly unknown_keys?: UnknownKeys
}

/** A link to reasoning recorded on another commit. `commit` may be abbreviated. */
export interface RelatedAnnotation {
  readonly commit: string
  readonly anchor: string
  readonly relationship: string
  readonly unknown_keys?: UnknownKeys
}

/** A way that was considered and not taken. */
export interface RejectedAlternative {
  readonly approach: string
  readonly reason: string
  readonly unknown_keys?: UnknownKeys
}

/** What a claim rests on. */
export interface Evidence {
  readonly kind: 'commit_message' | 'file_lines' | 'diff_hunk' | 'author_context'
  readonly quote?: string
  readonly file?: string
  readonly lines?: LineRange
  readonly unknown_keys?: UnknownKeys
}

/** A test that holds the behaviour of a region, by its title, as both stood at the annotated commit. */
export interface HoldingTest {
  /** In the words of the test, with the groups that it stands in before it: `group › title`. */
  readonly title: string
  /** The file of the test. */
  readonly file: string
  /** The line of the title. Absent when it was not recorded. */
  readonly line?: number
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
  readonly file?: string
  /** Absent when the region was recorded by lines alone. */
  readonly ast_anchor?: AstAnchor
  /** The lines at the annotated commit. Absent means the whole file. */
  readonly lines?: LineRange
  readonly intent: string
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
  readonly reasoning?: string
  readonly constraints: readonly Constraint[]
  readonly semantic_dependencies: readonly SemanticDependency[]
  readonly related_annotations: readonly RelatedAnnotation[]
  readonly tags: readonly string[]
  readonly risk_notes?: string
  readonly rejected_alternatives: readonly RejectedAlternative[]
  readonly evidence: readonly Evidence[]
  /** Tests of this code, each of which states what it must keep doing. Absent and empty mean the same. */
  readonly held_by_tests?: readonly HoldingTest[]
  /** Corrections recorded inside the note by other tools, as they stand. */
  readonly corrections: readonly UnknownKeys[]
  readonly unknown_keys?: UnknownKeys
}

/** Places that must change together. `regions` are `file:anchor`, or a bare file. */
export interface CrossCuttingConcern {
  readonly description: string
  readonly regions: readonly string[]
  readonly nature?: string
  readonly tags: readonly string[]
  readonly unknown_keys?: UnknownKeys
}

/** Who recorded an annotation or a region, when, and with what. */
export interface StoredRecording {
  /** The name of the person or agent. Absent when it is not known. */
  readonly by?: string
  readonly email?: string
  /** RFC 3339: when it was recorded, which may be long after the commit was made. */
  readonly at: string
  /** The tool or model: `git-chronicle 1.2.0`, `heuristic`, `anthropic/claude-…`. */
  readonly with?: string
  readonly unknown_keys?: UnknownKeys
}

/** How the annotation came to be attached to its commit, and who recorded it. */
export interface Provenance {
  readonly operation: 'initial' | 'squash' | 'amend'
  readonly derived_from: readonly string[]
  readonly original_annotations_preserved: boolean
  readonly synthesis_notes?: string
  /** Absent in notes of other tools and of former versions, and where merged regions have different ones. */
  readonly recorded?: StoredRecording
  readonly unknown_keys?: UnknownKeys
}

/**
 * Everything recorded about one commit, in the one model that every stored format is read into.
 * Lists are never absent here; empty and absent are the same thing in a stored document.
 */
export interface Annotation {
  readonly commit: CommitId
  /** RFC 3339. Empty when the note does not say. */
  readonly timestamp: string
  readonly task?: string
  readonly summary: string
  readonly context_level: ContextLevel
  readonly regions: readonly Region[]
  readonly cross_cutting: readonly CrossCuttingConcern[]
  readonly provenance: Provenance
  /** The `$schema` values of the documents this was read from, for example `['chronicle/v2']`. */
  readonly read_from: readonly string[]
  readonly unknown_keys?: UnknownKeys
}

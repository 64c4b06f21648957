import type { Answer, PlaceEcho } from './answer.ts'
import type { ContextLevel } from './annotation.ts'
import type { CrossCuttingEntry, DependencyEntry, ResolvedUnit } from './read-output.ts'
import type { Confidence, Count } from './limited-types.ts'

/** The identifier of the `deps` output format. */
export const DEPS_OUTPUT_SCHEMA = 'chronicle-deps/v1'

/** The query as it was interpreted, including defaults. */
export interface DepsQueryEcho extends PlaceEcho {
  readonly max_results: Count
  /** Maximum number of annotations to scan, newest first. */
  readonly scan_limit: Count
  readonly max_tokens?: Count
}

/** Code that declares an assumption about the code in question. */
export interface Dependent extends DependencyEntry {
  /** When the assumption was recorded. */
  readonly timestamp: string
  readonly context_level: ContextLevel
  /** The purpose of the dependent code. */
  readonly intent: string
  readonly on_file?: string
  /** The anchor that it names, as written. */
  readonly on_anchor?: string
  readonly confidence?: Confidence
}

/** How the answer was obtained. */
export interface DepsStats {
  /** `scan`: the notes were listed anew, because there was no index. */
  readonly method: 'index' | 'scan'
  /** Number of annotations that were read. */
  readonly annotations_read: Count
  readonly dependents_found: Count
  /** Number of dependents before a token budget is applied. */
  readonly dependents_returned: Count
}

/** The answer to a `deps`. */
export interface DepsOutput extends Answer {
  readonly $schema: typeof DEPS_OUTPUT_SCHEMA
  readonly query: DepsQueryEcho
  /** Dependents with existing code first, then newest first. */
  readonly dependents: readonly Dependent[]
  readonly cross_cutting: readonly CrossCuttingEntry[]
  /** Present if the anchor matched several units equally well; all of them are included. */
  readonly ambiguous_anchor?: true
  readonly resolved?: readonly ResolvedUnit[]
  readonly stats: DepsStats
}

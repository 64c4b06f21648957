import type { Answer, PlaceEcho } from './answer.ts'
import type { ContextLevel, LineRange } from './annotation.ts'
import type { CrossCuttingEntry, DependencyEntry, ResolvedUnit } from './read-output.ts'
import type { Confidence, Count } from './limited-types.ts'

/** The identifier of the `deps` output format. */
export const DEPS_OUTPUT_SCHEMA = 'chronicle-deps/v1'

/** The query as it was understood, with every default filled in. */
export interface DepsQueryEcho extends PlaceEcho {
  readonly max_results: Count
  /** Newest annotations looked at. */
  readonly scan_limit: Count
  readonly max_tokens?: Count
}

/** Code that declares an assumption about the code in question. */
export interface Dependent extends DependencyEntry {
  /** When the assumption was recorded. */
  readonly timestamp: string
  readonly context_level: ContextLevel
  /** What the code that depends is for. */
  readonly intent: string
  /** Where the code that depends is now: the unit of `from_anchor`. Absent without an anchor or an outline. */
  readonly current_lines?: LineRange
  /** The code that declared it is gone: its file, or the unit in it. Renamed files are followed. */
  readonly gone?: 'file' | 'unit'
  readonly on_file?: string
  /** The anchor it names, as written. */
  readonly on_anchor?: string
  readonly confidence?: Confidence
}

/** How the answer was obtained. */
export interface DepsStats {
  /** `scan`: the notes were listed anew, because no index of them was kept. */
  readonly method: 'index' | 'scan'
  /** Annotations that were read. */
  readonly annotations_read: Count
  readonly dependents_found: Count
  /** Before a token budget. */
  readonly dependents_returned: Count
}

/** The answer to a `deps`. */
export interface DepsOutput extends Answer {
  readonly $schema: typeof DEPS_OUTPUT_SCHEMA
  readonly query: DepsQueryEcho
  /** Those whose code is still there first, then newest first. */
  readonly dependents: readonly Dependent[]
  readonly cross_cutting: readonly CrossCuttingEntry[]
  /** The anchor matched several units equally well; all of them count. */
  readonly ambiguous_anchor?: true
  readonly resolved?: readonly ResolvedUnit[]
  readonly stats: DepsStats
}

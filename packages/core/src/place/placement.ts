import type { AnchorMatch, Freshness, LineRange } from '@chronicle/schema'
import type { AstUnit } from '../contracts/ast-parser.ts'
import type { FileState } from './file-texts.ts'

/** Where a recorded region is in the queried state, and how much of it is unchanged. */
export interface Placement {
  /** The whole place; `undefined` for a region about a whole file, a folder or the repository. */
  readonly place: LineRange | undefined
  /**
   * Units that its anchor matches, best first. Empty when the region has no anchor, or when its unit no longer exists.
   */
  readonly units: readonly AstUnit[]
  readonly anchorMatch: AnchorMatch
  /** Levenshtein distance where `anchorMatch` is `fuzzy`, else 0. */
  readonly anchorDistance: number
  /** Current ranges of its unchanged recorded lines. */
  readonly kept: readonly LineRange[]
  /** Current ranges of other unchanged lines: in units into which they were extracted. */
  readonly extracted?: readonly LineRange[]
  /** Number of unchanged lines (those of `kept`), out of `recorded`. Both are 0 when lines cannot be compared. */
  readonly intact: number
  readonly recorded: number
  /** Share of unchanged lines in [0, 1]; 1 when there are no lines to compare. */
  readonly survival: number
  readonly freshness: Freshness
  /** Its lines in the recorded state; `undefined` when they cannot be compared. */
  readonly origin: RecordedPlace | undefined
}

/** A placement with no lines to compare, such as that of a rule: it holds for a file however its lines change. */
export const WITHOUT_LINES: Placement = {
  place: undefined,
  units: [],
  anchorMatch: 'whole_file',
  anchorDistance: 0,
  kept: [],
  intact: 0,
  recorded: 0,
  survival: 1,
  freshness: 'fresh',
  origin: undefined,
}

/** Lines of a file in the state in which a region was recorded. */
export interface RecordedPlace extends FileState {
  readonly lines: LineRange
}

import type { AnchorMatch, Freshness, LineRange } from '@chronicle/schema'
import type { AstUnit } from '../contracts/ast-parser.ts'
import type { FileState } from './file-texts.ts'

/** Where a recorded region is in the state asked about, and how much of it is as it was. */
export interface Placement {
  /** The whole place; `undefined` for a region about a whole file, a folder or the repository. */
  readonly place: LineRange | undefined
  /** Units that its anchor stands for, best first. Empty for a region without an anchor, or with one that is gone. */
  readonly units: readonly AstUnit[]
  readonly anchorMatch: AnchorMatch
  /** Levenshtein distance where `anchorMatch` is `fuzzy`, else 0. */
  readonly anchorDistance: number
  /** Where its recorded lines are that nobody has changed. */
  readonly kept: readonly LineRange[]
  /** Where others of its lines are that nobody has changed: in units that they were taken out into. */
  readonly extracted?: readonly LineRange[]
  /** How many of `kept` there are, of how many. Both 0 where lines cannot be compared. */
  readonly intact: number
  readonly recorded: number
  /** The same as a share in [0, 1]; 1 where there are no lines to compare. */
  readonly survival: number
  readonly freshness: Freshness
  /** Its lines where they were recorded; `undefined` where they cannot be compared. */
  readonly origin: RecordedPlace | undefined
}

/** A placement with no lines to compare, as a rule has it: it holds for a file whatever becomes of its lines. */
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

/** Lines of a file in the state that a region was recorded in. */
export interface RecordedPlace extends FileState {
  readonly lines: LineRange
}

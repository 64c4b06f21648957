import type { LineRange } from '@chronicle/schema'
import { isSameCode } from '../text/comments/is-same-code.ts'
import { compareSlices } from './compare-slices.ts'
import type { FileText } from './file-texts.ts'
import type { KeptLines } from './line-map.ts'
import { lengthOf, overlaps } from './overlaps.ts'
import type { Placement, RecordedPlace } from './placement.ts'
import type { TextFile } from './target-file.ts'
import { linesIn } from './lines-with-words.ts'

/** The two states of a region's file, and facts about the region. */
export interface ComparedStates {
  readonly origin: RecordedPlace
  readonly older: FileText
  readonly target: TextFile
  /** The path that the region names. */
  readonly file: string | undefined
  /** Whether its unit has another name now. */
  readonly otherName: boolean
}

/**
 * Returns how much of the recorded lines is unchanged. `kept` comes from a diff of the files. Where the diff treats the
 * place as new because it was moved, the lines are compared with those of the place. Lines that differ only in white
 * space count as unchanged.
 */
export function compareStates(
  place: LineRange,
  kept: KeptLines | undefined,
  { origin, older, target, file, otherName }: ComparedStates,
): Pick<Placement, 'kept' | 'intact' | 'recorded' | 'survival' | 'freshness'> {
  const now = target.text
  const recorded = lengthOf(origin.lines)
  const [before, after] = [linesIn(older.lines(), origin.lines), linesIn(now.lines(), place)]
  const same =
    before.join('\n') === after.join('\n') ||
    isSameCode(linesIn(older.code(), origin.lines), linesIn(now.code(), place))
  const inPlace = kept?.ranges.some((range) => overlaps(range, place)) === true ? kept : undefined
  const found = same && inPlace !== undefined ? inPlace : compareSlices(before, after, place.start)
  const left = inPlace !== undefined && inPlace.count >= found.count ? inPlace : found
  const intact = same ? recorded : left.count
  const otherPath = file !== undefined && file !== target.path
  const isMoved = otherPath || otherName || place.start !== origin.lines.start
  const freshness = !same ? 'drifted' : isMoved ? 'moved' : 'fresh'
  return { kept: left.ranges, intact, recorded, survival: intact / recorded, freshness }
}

import type { LineRange, RepoPath, ResultAsync } from '@chronicle/schema'
import type { AstUnit } from '../contracts/ast-parser.ts'
import type { ReadError } from '../read/read-error.ts'
import type { FileText } from './file-texts.ts'
import { findUnits } from './find-units.ts'
import { overlaps } from './overlaps.ts'
import type { RecordedPlace } from './placement.ts'
import type { PlacingContext } from './placing-context.ts'
import type { PlaceableRegion } from './recorded-region.ts'
import { openIn } from './state-in.ts'
import type { TargetFile } from './target-file.ts'

/**
 * Opens the file as the region was recorded in it, under the path that the region names, else under another of its
 * names.
 */
export function openRecordedState(
  { region, recordedIn }: PlaceableRegion,
  { paths, committedPath }: TargetFile,
  { texts }: PlacingContext,
): ResultAsync<FileText | undefined, ReadError> {
  const recordedPath = (region.file ?? committedPath) as RepoPath
  return openIn(recordedIn, new Set([recordedPath, committedPath, ...paths]), texts)
}

/** Returns the unit that the anchor matched in the recorded state, if the region has no recorded lines. */
export async function recordedUnit(
  { region }: PlaceableRegion,
  older: FileText | undefined,
): Promise<AstUnit | undefined> {
  if (region.lines !== undefined || region.ast_anchor === undefined || older === undefined) return undefined
  const units = await older.units()
  return units && findUnits(region.ast_anchor, units, [])?.units[0]
}

/**
 * Returns the unit that the anchor matched in the recorded state if it contains none of the recorded lines: the lines
 * are wrong then.
 */
export async function unitApartFromLines(
  { region: { ast_anchor: anchor, lines } }: PlaceableRegion,
  older: FileText | undefined,
): Promise<AstUnit | undefined> {
  if (anchor === undefined || lines === undefined) return undefined
  const found = findUnits(anchor, (await older?.units()) ?? [], [])
  return found?.units.some((unit) => overlaps(unit.lines, lines)) === true ? undefined : found?.units[0]
}

/** Returns the recorded lines, cut off at the end of the file. */
export function originOf(lines: LineRange | undefined, older: FileText | undefined): RecordedPlace | undefined {
  if (lines === undefined || older === undefined) return undefined
  const all = older.lines()
  const count = all.at(-1) === '' ? all.length - 1 : all.length
  const end = Math.min(lines.end, count)
  return lines.start > end ? undefined : { path: older.path, blob: older.blob, lines: { start: lines.start, end } }
}

import { ok, safeTry, type AnchorMatch, type Freshness, type LineRange, type ResultAsync } from '@chronicle/schema'
import type { AstUnit } from '../contracts/ast-parser.ts'
import type { ReadError } from '../read/read-error.ts'
import { isSameCode } from '../text/comments/is-only-blanks-and-comments.ts'
import { findUnits, type FoundUnits } from './find-units.ts'
import type { FileState, FileText } from './file-texts.ts'
import { followPlace } from './follow-place.ts'
import { carryLine, invert, keptLines, placeOfRange, type KeptLines, type LineMap } from './line-map.ts'
import { lengthOf, overlaps } from './overlaps.ts'
import { placeBinary } from './place-binary.ts'
import type { Placement, RecordedPlace } from './placement.ts'
import type { PlacingContext } from './placing-context.ts'
import type { PlaceableRegion } from './recorded-region.ts'
import { compareSlices } from './compare-slices.ts'
import type { TargetFile } from './target-file.ts'

/** Share of the lines of a unit that have to be where another name is for that to be its new name. */
const RENAMED_SHARE = 0.5

/**
 * Places a region in a file: by its name, else by the lines that are still there, else by following it through the
 * commits since. `undefined`: its code is not in this file.
 */
export function placeRegion(
  recorded: PlaceableRegion,
  target: TargetFile,
  placing: PlacingContext,
): ResultAsync<Placement | undefined, ReadError> {
  return safeTry(async function* () {
    const { ast_anchor: anchor, lines } = recorded.region
    if (target.text === undefined) return placeBinary(recorded, target, placing)
    const older = yield* openRecordedState(recorded, target, placing)
    const map = yield* mapFrom(older, target, placing)
    if (anchor === undefined && lines === undefined) return ok(placeWholeFile(recorded, older, map, target))
    // What is recorded about another file can only have been moved here.
    if (recorded.region.file !== undefined && !target.names.has(recorded.region.file)) {
      return placeForeign(recorded, older, target, placing)
    }
    const unit = await recordedUnit(recorded, older)
    const origin = originOf(lines ?? unit?.lines, older)
    const all = origin === undefined || map === undefined ? NOTHING_KEPT : keptLines(map, origin.lines)
    const kept: Kept = { ...all, telling: tellingLines(all, target) }
    const found = await findByName(recorded, kept, origin, older, target)
    if (found !== undefined) return ok(placeNamed(found, origin, kept, older, map, target, recorded))
    const apart = await unitApartFromLines(recorded, older)
    if (apart !== undefined) {
      return placeRegion({ ...recorded, region: { ...recorded.region, lines: apart.lines } }, target, placing)
    }
    if (anchor === undefined && isWordless(origin, older) && map?.length !== 0) {
      const followed = await placeByFollowing(recorded, origin, older, target, placing)
      if (followed.isErr() || followed.value !== undefined) return followed
    }
    const here = origin === undefined || map === undefined ? undefined : placeOfRange(map, origin.lines)
    if (here !== undefined && origin !== undefined && older !== undefined) {
      const share = anchor === undefined ? 0 : RENAMED_SHARE
      if (hasCode(kept, older, origin.lines, target, share)) {
        return ok(placeLines(here, kept, origin, older, target, recorded))
      }
    }
    if (anchor !== undefined && target.units === undefined && target.text !== undefined && origin === undefined) {
      return ok(unchecked(older, map, target))
    }
    return anchor === undefined ? ok(undefined) : placeByFollowing(recorded, origin, older, target, placing)
  })
}

function placeForeign(
  recorded: PlaceableRegion,
  older: FileText | undefined,
  target: TargetFile,
  placing: PlacingContext,
): ResultAsync<Placement | undefined, ReadError> {
  return safeTry(async function* () {
    const { ast_anchor: anchor, lines } = recorded.region
    if (anchor === undefined) return ok(undefined)
    const unit = findUnits(anchor, (await older?.units()) ?? [], [])?.units[0]
    return placeByFollowing(recorded, originOf(unit?.lines ?? lines, older), older, target, placing)
  })
}

function placeByFollowing(
  recorded: PlaceableRegion,
  origin: RecordedPlace | undefined,
  older: FileText | undefined,
  target: TargetFile,
  placing: PlacingContext,
): ResultAsync<Placement | undefined, ReadError> {
  return safeTry(async function* () {
    const followed = yield* followPlace(recorded, origin, target, placing)
    if (followed === undefined || older === undefined || origin === undefined) return ok(undefined)
    return ok(placeFollowed(followed, origin, older, target, recorded))
  })
}

const NOTHING_KEPT: KeptLines = { count: 0, ranges: [] }

/** Recorded lines that are still there. */
interface Kept extends KeptLines {
  /** Those runs of them that have words: by these they are recognised. */
  readonly telling: readonly LineRange[]
}

/** The file in the state that the region was recorded in, under the path that it names, else another of its names. */
function openRecordedState(
  { region, statedAt }: PlaceableRegion,
  { names, committedPath }: TargetFile,
  { texts }: PlacingContext,
): ResultAsync<FileText | undefined, ReadError> {
  return safeTry(async function* () {
    const paths = new Set([region.file ?? committedPath, committedPath, ...names])
    for (const path of paths) {
      const state = { path: path as FileState['path'] }
      const blob = yield* texts.blobAt(statedAt, state.path)
      if (blob === undefined) continue
      return texts.open({ ...state, blob })
    }
    return ok(undefined)
  })
}

function mapFrom(
  older: FileText | undefined,
  { maps, text }: TargetFile,
  { texts }: PlacingContext,
): ResultAsync<LineMap | undefined, ReadError> {
  return safeTry(async function* () {
    return older === undefined || text === undefined ? ok(undefined) : maps.between(older, text, texts)
  })
}

/** The unit that the anchor stood for where it was recorded, if its lines are not recorded. */
async function recordedUnit({ region }: PlaceableRegion, older: FileText | undefined): Promise<AstUnit | undefined> {
  if (region.lines !== undefined || region.ast_anchor === undefined || older === undefined) return undefined
  const units = await older.units()
  return units && findUnits(region.ast_anchor, units, [])?.units[0]
}

/** The unit that the anchor stood for where none of the recorded lines is one of its own: then the lines are mistaken. */
async function unitApartFromLines(
  { region: { ast_anchor: anchor, lines } }: PlaceableRegion,
  older: FileText | undefined,
): Promise<AstUnit | undefined> {
  if (anchor === undefined || lines === undefined) return undefined
  const found = findUnits(anchor, (await older?.units()) ?? [], [])
  return found?.units.some((unit) => overlaps(unit.lines, lines)) === true ? undefined : found?.units[0]
}

/** The recorded lines as far as the file had them. */
function originOf(lines: LineRange | undefined, older: FileText | undefined): RecordedPlace | undefined {
  if (lines === undefined || older === undefined) return undefined
  const all = older.lines()
  const count = all.at(-1) === '' ? all.length - 1 : all.length
  const end = Math.min(lines.end, count)
  return lines.start > end ? undefined : { path: older.path, blob: older.blob, lines: { start: lines.start, end } }
}

/**
 * The units with the name of the anchor. One that only ends in the name is another unit where the file had one that was
 * called exactly so.
 */
async function findByName(
  { region }: PlaceableRegion,
  kept: Kept,
  origin: RecordedPlace | undefined,
  older: FileText | undefined,
  target: TargetFile,
): Promise<FoundUnits | undefined> {
  const { units } = target
  if (region.ast_anchor === undefined || units === undefined) return undefined
  const found = findUnits(region.ast_anchor, units, kept.telling)
  if (found?.match === 'fuzzy') {
    // Names that are spelled alike are as often those of two units.
    const same =
      older !== undefined && origin !== undefined && hasCode(kept, older, origin.lines, target, RENAMED_SHARE)
    return same ? found : undefined
  }
  if (found?.match !== 'unqualified') return found
  if (found.units.some((unit) => kept.telling.some((range) => overlaps(range, unit.lines)))) return found
  const before = (await older?.units()) ?? []
  const wasExact = findUnits(region.ast_anchor, before, [])?.match
  return wasExact === 'exact' || wasExact === 'signature_changed' ? undefined : found
}

function placeNamed(
  found: FoundUnits,
  origin: RecordedPlace | undefined,
  kept: Kept,
  older: FileText | undefined,
  map: LineMap | undefined,
  target: TargetFile,
  { region }: PlaceableRegion,
): Placement {
  const { distance, match, units } = found
  const [first] = units
  const own = units.find((unit) => kept.telling.some((range) => overlaps(range, unit.lines)))
  const unit = own ?? first
  const within = unit?.lines
  const carried = origin === undefined || map === undefined ? undefined : placeOfRange(map, origin.lines)
  const place =
    within === undefined || own === undefined || carried === undefined || map === undefined
      ? within
      : wholePlace(carried, within, map)
  const facts = { place, units, anchorMatch: match, anchorDistance: distance, origin }
  if (origin === undefined || older === undefined || target.text === undefined || place === undefined) {
    return { ...facts, kept: [], intact: 0, recorded: 0, survival: 1, freshness: 'fresh' }
  }
  const compared = compare(origin, older, place, own === undefined ? undefined : kept, target.text)
  const otherName = match === 'fuzzy'
  return { ...facts, ...compared, freshness: judge(compared, place, origin, target, otherName, region.file) }
}

/** The part of a unit that recorded lines are in now, with what was put in before the first of them or after the last. */
function wholePlace(carried: LineRange, within: LineRange, map: LineMap): LineRange {
  const back = invert(map)
  const isNew = (line: number): boolean => carryLine(back, line) === undefined
  const clipped = { start: Math.max(carried.start, within.start), end: Math.min(carried.end, within.end) }
  if (clipped.start > clipped.end) return within
  let { start, end } = clipped
  while (start > within.start && isNew(start - 1)) start--
  while (end < within.end && isNew(end + 1)) end++
  return { start: start === within.start ? start : clipped.start, end: end === within.end ? end : clipped.end }
}

function placeLines(
  here: LineRange,
  kept: Kept,
  origin: RecordedPlace,
  older: FileText,
  target: TargetFile,
  { region }: PlaceableRegion,
): Placement {
  const named = region.ast_anchor !== undefined
  const unit = named ? successorOf(kept.telling, target.units ?? []) : undefined
  const place = unit === undefined ? here : clip(here, unit.lines)
  const facts = {
    place,
    units: unit === undefined ? [] : [unit],
    anchorMatch: 'line_overlap' as AnchorMatch,
    anchorDistance: 0,
    origin,
  }
  if (target.text === undefined) return { ...facts, kept: [], intact: 0, recorded: 0, survival: 1, freshness: 'fresh' }
  const compared = compare(origin, older, place, kept, target.text)
  return { ...facts, ...compared, freshness: judge(compared, place, origin, target, unit !== undefined, region.file) }
}

function placeFollowed(
  place: LineRange,
  origin: RecordedPlace,
  older: FileText,
  target: TargetFile,
  { region }: PlaceableRegion,
): Placement {
  const named = region.ast_anchor !== undefined
  const unit = successorOf([place], target.units ?? [])
  const facts = {
    place,
    units: unit === undefined || !named ? [] : [unit],
    anchorMatch: 'line_overlap' as AnchorMatch,
    anchorDistance: 0,
    origin,
  }
  if (target.text === undefined) return { ...facts, kept: [], intact: 0, recorded: 0, survival: 1, freshness: 'fresh' }
  const compared = compare(origin, older, place, undefined, target.text)
  return { ...facts, ...compared, freshness: judge(compared, place, origin, target, named, region.file) }
}

function placeWholeFile(
  { region }: PlaceableRegion,
  older: FileText | undefined,
  map: LineMap | undefined,
  target: TargetFile,
): Placement {
  const facts = { place: undefined, units: [], anchorMatch: 'whole_file' as AnchorMatch, anchorDistance: 0 }
  const whole = originOf({ start: 1, end: Number.MAX_SAFE_INTEGER }, older)
  if (older === undefined || map === undefined || whole === undefined || target.text === undefined) {
    return { ...facts, kept: [], intact: 0, recorded: 0, survival: 1, freshness: 'fresh', origin: undefined }
  }
  const now = { start: 1, end: Math.max(1, target.lineCount) }
  const compared = compare(whole, older, now, keptLines(map, whole.lines), target.text)
  const freshness = judge(compared, now, whole, target, false, region.file)
  return { ...facts, ...compared, freshness, origin: whole }
}

/** A region with nothing to find it by in a file without an outline: its file is all that is known of its place. */
function unchecked(older: FileText | undefined, map: LineMap | undefined, target: TargetFile): Placement {
  const same = older !== undefined && map?.length === 0
  return {
    place: undefined,
    units: [],
    anchorMatch: 'line_overlap',
    anchorDistance: 0,
    kept: [],
    intact: 0,
    recorded: 0,
    survival: 1,
    freshness: same && older.path === target.path ? 'fresh' : 'moved',
    origin: undefined,
  }
}

/** The smallest unit with most of the lines. */
function successorOf(ranges: readonly LineRange[], units: readonly AstUnit[]): AstUnit | undefined {
  const total = ranges.reduce((sum, range) => sum + lengthOf(range), 0)
  const holding = units.filter(({ lines }) => {
    const inside = ranges.reduce(
      (sum, { start, end }) => sum + Math.max(0, Math.min(end, lines.end) - Math.max(start, lines.start) + 1),
      0,
    )
    return inside * 2 > total
  })
  return holding.sort((a, b) => lengthOf(a.lines) - lengthOf(b.lines))[0]
}

function clip(range: LineRange, within: LineRange): LineRange {
  const clipped = { start: Math.max(range.start, within.start), end: Math.min(range.end, within.end) }
  return clipped.start > clipped.end ? within : clipped
}

/** Leaves out runs of blank lines and braces: they are everywhere, so a diff finds them where nothing is left. */
function tellingLines({ ranges }: KeptLines, { text }: TargetFile): readonly LineRange[] {
  const lines = text?.lines() ?? []
  return ranges.filter(({ start, end }) => lines.slice(start - 1, end).some(isTelling))
}

/** Whether lines are blank lines and braces alone, which a diff over many commits takes for others like them. */
function isWordless(origin: RecordedPlace | undefined, older: FileText | undefined): boolean {
  if (origin === undefined || older === undefined) return false
  return !older
    .lines()
    .slice(origin.lines.start - 1, origin.lines.end)
    .some(isTelling)
}

function isTelling(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line)
}

/** Whether more than a share of the lines with words are still there. */
function hasCode(kept: KeptLines, older: FileText, lines: LineRange, target: TargetFile, share: number): boolean {
  const before = older
    .lines()
    .slice(lines.start - 1, lines.end)
    .filter(isTelling).length
  const now = target.text?.lines() ?? []
  const left = kept.ranges.flatMap(({ start, end }) => now.slice(start - 1, end)).filter(isTelling).length
  return before === 0 ? kept.count > 0 : left > 0 && left >= share * before
}

interface Compared {
  readonly kept: readonly LineRange[]
  readonly intact: number
  readonly recorded: number
  readonly survival: number
  /** The code differs, blanks and comments aside. */
  readonly changed: boolean
}

/**
 * How much of the recorded lines is as it was. `kept` comes from a diff of the files; where the diff saw the place as
 * new, because it was moved, the lines are compared with those of the place.
 */
function compare(
  origin: RecordedPlace,
  older: FileText,
  place: LineRange,
  kept: KeptLines | undefined,
  now: FileText,
): Compared {
  const recorded = lengthOf(origin.lines)
  const slice = (lines: readonly string[], { start, end }: LineRange): readonly string[] => lines.slice(start - 1, end)
  const untouched = kept?.count === recorded && lengthOf(place) === recorded
  const same = untouched || isSameCode(slice(older.code(), origin.lines), slice(now.code(), place))
  const inPlace = kept?.ranges.some((range) => overlaps(range, place)) === true ? kept : undefined
  const left = inPlace ?? compareSlices(slice(older.lines(), origin.lines), slice(now.lines(), place), place.start)
  const intact = same ? recorded : left.count
  return { kept: left.ranges, intact, recorded, survival: intact / recorded, changed: !same }
}

function judge(
  { changed }: Compared,
  place: LineRange,
  origin: RecordedPlace,
  target: TargetFile,
  otherName: boolean,
  file: string | undefined,
): Freshness {
  if (changed) return 'drifted'
  const otherPath = file !== undefined && file !== target.path
  return otherPath || otherName || place.start !== origin.lines.start ? 'moved' : 'fresh'
}

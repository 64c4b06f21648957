import { ok, safeTry, type LineRange, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { AstUnit } from '../contracts/ast-parser.ts'
import type { ReadError } from '../read/read-error.ts'
import { isSameCode } from '../text/comments/is-same-code.ts'
import { findUnits, type FoundUnits } from './find-units.ts'
import type { FileText } from './file-texts.ts'
import { followPlace } from './follow-place.ts'
import { carryLine, invert, keptLines, placeOfRange, type KeptLines, type LineMap } from './line-map.ts'
import { lengthOf, overlaps } from './overlaps.ts'
import { placeBinary } from './place-binary.ts'
import { WITHOUT_LINES, type Placement, type RecordedPlace } from './placement.ts'
import type { PlacingContext } from './placing-context.ts'
import { placeWholeFile } from './place-whole-file.ts'
import { isWholeFile, type PlaceableRegion } from './recorded-region.ts'
import { compareReformatted, compareSlices } from './compare-slices.ts'
import { openIn } from './state-in.ts'
import { successorOf } from './successor-of.ts'
import { findExtractedLines, findTakenOutHere } from './extracted-lines.ts'
import type { TargetFile } from './target-file.ts'
import { hasWords } from './telling-lines.ts'

/** Minimum share of a unit's lines that must be in a unit with another name for that to be its new name. */
const RENAMED_SHARE = 0.5

/** Minimum number of extracted lines with words, when they are less than half of the recorded lines. */
const MIN_EXTRACTED = 3

/**
 * Places a region in a file: by its name, else by the lines that still exist, else by following it through the commits
 * since. `undefined` when its code is not in this file.
 */
export function placeRegion(
  recorded: PlaceableRegion,
  target: TargetFile,
  placing: PlacingContext,
): ResultAsync<Placement | undefined, ReadError> {
  return safeTry(async function* () {
    const { ast_anchor: anchor, lines } = recorded.region
    if (!isText(target)) return placeBinary(recorded, target, placing)
    if (isWholeFile(recorded.region)) return placeWholeFile(recorded, target, placing)
    const older = yield* openRecordedState(recorded, target, placing)
    const map = yield* older === undefined
      ? ok(undefined)
      : await target.maps.between(older, target.text, placing.texts)
    // A region recorded for another file can only be here if its code was moved.
    if (recorded.region.file !== undefined && !target.names.has(recorded.region.file)) {
      return placeForeign(recorded, older, target, placing)
    }
    const unit = await recordedUnit(recorded, older)
    const origin = originOf(lines ?? unit?.lines, older)
    const all = origin === undefined || map === undefined ? NOTHING_KEPT : keptLines(map, origin.lines)
    const kept: Kept = { ...all, distinctive: tellingLines(all, target) }
    const found = await findByName(recorded, kept, origin, older, map, target)
    if (found !== undefined) return ok(await placeNamed(found, origin, kept, older, map, target, recorded))
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
    if (anchor !== undefined && target.units === undefined && origin === undefined) {
      return ok(unchecked(older, map, target))
    }
    const followed = yield* anchor === undefined
      ? ok(undefined)
      : await placeByFollowing(recorded, origin, older, target, placing)
    if (followed !== undefined || origin === undefined || older === undefined) return ok(followed)
    const run = await findTakenOutHere({ lines: origin.lines, text: older }, target, undefined)
    return ok(run && placeFollowed(run, origin, older, target, recorded))
  })
}

function placeForeign(
  recorded: PlaceableRegion,
  older: FileText | undefined,
  target: TextFile,
  placing: PlacingContext,
): ResultAsync<Placement | undefined, ReadError> {
  return safeTry(async function* () {
    const { ast_anchor: anchor, lines } = recorded.region
    if (anchor === undefined && lines === undefined) return ok(undefined)
    const unit = anchor && findUnits(anchor, (await older?.units()) ?? [], [])?.units[0]
    const origin = originOf(unit?.lines ?? lines, older)
    const followed = yield* anchor === undefined
      ? ok(undefined)
      : await placeByFollowing(recorded, origin, older, target, placing)
    if (followed !== undefined || older === undefined || origin === undefined) return ok(followed)
    const run = yield* findExtractedLines(recorded, target, placing)
    const within = run && anchor && successorOf([run], target.units ?? [])
    return ok(run && placeFollowed(within?.lines ?? run, origin, older, target, recorded))
  })
}

function placeByFollowing(
  recorded: PlaceableRegion,
  origin: RecordedPlace | undefined,
  older: FileText | undefined,
  target: TextFile,
  placing: PlacingContext,
): ResultAsync<Placement | undefined, ReadError> {
  return safeTry(async function* () {
    const followed = yield* followPlace(recorded, origin, target, placing)
    if (followed === undefined || older === undefined || origin === undefined) return ok(undefined)
    return ok(placeFollowed(followed, origin, older, target, recorded))
  })
}

/** A target file that is text. */
type TextFile = TargetFile & { readonly text: FileText }

function isText(target: TargetFile): target is TextFile {
  return target.text !== undefined
}

const NOTHING_KEPT: KeptLines = { count: 0, ranges: [] }

/** Recorded lines that still exist. */
interface Kept extends KeptLines {
  /** The ranges that contain words: these identify the code. */
  readonly distinctive: readonly LineRange[]
}

/**
 * Opens the file as the region was recorded in it, under the path that the region names, else under another of its
 * names.
 */
function openRecordedState(
  { region, recordedIn }: PlaceableRegion,
  { paths, committedPath }: TargetFile,
  { texts }: PlacingContext,
): ResultAsync<FileText | undefined, ReadError> {
  const recordedPath = (region.file ?? committedPath) as RepoPath
  return openIn(recordedIn, new Set([recordedPath, committedPath, ...paths]), texts)
}

/** Returns the unit that the anchor matched in the recorded state, if the region has no recorded lines. */
async function recordedUnit({ region }: PlaceableRegion, older: FileText | undefined): Promise<AstUnit | undefined> {
  if (region.lines !== undefined || region.ast_anchor === undefined || older === undefined) return undefined
  const units = await older.units()
  return units && findUnits(region.ast_anchor, units, [])?.units[0]
}

/**
 * Returns the unit that the anchor matched in the recorded state if it contains none of the recorded lines: the lines
 * are wrong then.
 */
async function unitApartFromLines(
  { region: { ast_anchor: anchor, lines } }: PlaceableRegion,
  older: FileText | undefined,
): Promise<AstUnit | undefined> {
  if (anchor === undefined || lines === undefined) return undefined
  const found = findUnits(anchor, (await older?.units()) ?? [], [])
  return found?.units.some((unit) => overlaps(unit.lines, lines)) === true ? undefined : found?.units[0]
}

/** Returns the recorded lines, cut off at the end of the file. */
function originOf(lines: LineRange | undefined, older: FileText | undefined): RecordedPlace | undefined {
  if (lines === undefined || older === undefined) return undefined
  const all = older.lines()
  const count = all.at(-1) === '' ? all.length - 1 : all.length
  const end = Math.min(lines.end, count)
  return lines.start > end ? undefined : { path: older.path, blob: older.blob, lines: { start: lines.start, end } }
}

/**
 * The units with the name of the anchor. One that only ends in the name is another unit where the file had one that was
 * called exactly so, and so is one that has the code of another unit, while that of the recorded one has another name now.
 */
async function findByName(
  { region }: PlaceableRegion,
  kept: Kept,
  origin: RecordedPlace | undefined,
  older: FileText | undefined,
  map: LineMap | undefined,
  target: TextFile,
): Promise<FoundUnits | undefined> {
  const { units } = target
  if (region.ast_anchor === undefined || units === undefined) return undefined
  const found = findUnits(region.ast_anchor, units, kept.distinctive)
  if (found?.match === 'fuzzy') {
    // Units with similarly spelled names are often different ones.
    const same =
      older !== undefined && origin !== undefined && hasCode(kept, older, origin.lines, target, RENAMED_SHARE)
    return same ? found : undefined
  }
  if (found !== undefined && older !== undefined && origin !== undefined && map !== undefined) {
    const isElsewhere = hasCode(kept, older, origin.lines, target, RENAMED_SHARE)
    if (isElsewhere && found.units.every((unit) => isOtherCode(unit, kept, map, target))) return undefined
  }
  if (found?.match !== 'unqualified') return found
  if (found.units.some((unit) => kept.distinctive.some((range) => overlaps(range, unit.lines)))) return found
  const before = (await older?.units()) ?? []
  const wasExact = findUnits(region.ast_anchor, before, [])?.match
  return wasExact === 'exact' || wasExact === 'signature_changed' ? undefined : found
}

/** Whether a unit has most of its lines from another place of the older file: it took the name of the recorded one. */
function isOtherCode(unit: AstUnit, kept: Kept, map: LineMap, { text }: TextFile): boolean {
  if (kept.distinctive.some((range) => overlaps(range, unit.lines))) return false
  const back = invert(map)
  const own = linesIn(text.lines(), unit.lines).flatMap((line, index) =>
    hasWords(line) ? unit.lines.start + index : [],
  )
  const known = own.filter((line) => carryLine(back, line) !== undefined)
  return known.length > RENAMED_SHARE * own.length
}

async function placeNamed(
  found: FoundUnits,
  origin: RecordedPlace | undefined,
  kept: Kept,
  older: FileText | undefined,
  map: LineMap | undefined,
  target: TextFile,
  { region }: PlaceableRegion,
): Promise<Placement> {
  const { distance, match, units } = found
  const [first] = units
  const own = units.find((unit) => kept.distinctive.some((range) => overlaps(range, unit.lines)))
  const unit = own ?? first
  const within = unit?.lines
  const carried = origin === undefined || map === undefined ? undefined : placeOfRange(map, origin.lines)
  const place =
    within === undefined || own === undefined || carried === undefined || map === undefined
      ? within
      : wholePlace(carried, within, map)
  const facts = { ...WITHOUT_LINES, place, units, anchorMatch: match, anchorDistance: distance, origin }
  if (origin === undefined || older === undefined || place === undefined) return facts
  const states = { origin, older, target, file: region.file, otherName: match === 'fuzzy' }
  const beside = unit === undefined ? [] : keptBeside(kept, unit, target)
  // When the diff moved lines of the place into another unit, its line map says nothing about the place.
  const compared = compare(place, beside.length > 0 ? undefined : own && kept, states)
  if (isExtracted(beside, compared, target)) return { ...facts, ...compared, extracted: beside }
  if (compared.intact === compared.recorded) return { ...facts, ...compared }
  const run = await findTakenOutHere({ lines: origin.lines, text: older }, target, place)
  return { ...facts, ...compared, ...(run === undefined ? {} : { extracted: [run] }) }
}

/** Returns the kept lines of a unit that are now in other units beside it. */
function keptBeside(kept: Kept, own: AstUnit, { units = [] }: TextFile): readonly LineRange[] {
  const others = units.filter(({ lines }) => !overlaps(lines, own.lines))
  return runsOf(kept.ranges, (line) => others.some(({ lines }) => lines.start <= line && line <= lines.end))
}

/** Whether kept lines beside their unit were extracted from it, and are not lines that units happen to share. */
function isExtracted(
  beside: readonly LineRange[],
  { intact, recorded }: Pick<Placement, 'intact' | 'recorded'>,
  target: TextFile,
): boolean {
  const all = beside.reduce((sum, range) => sum + lengthOf(range), 0)
  const telling = beside.flatMap((range) => linesIn(target.text.lines(), range)).filter(hasWords).length
  return telling >= (all * 2 >= recorded ? 2 : MIN_EXTRACTED) && intact + telling <= recorded
}

/** Returns the runs of lines in some ranges for which `has` is true. */
function runsOf(ranges: readonly LineRange[], has: (line: number) => boolean): readonly LineRange[] {
  const runs: LineRange[] = []
  for (const { start, end } of ranges) {
    let from: number | undefined
    for (let line = start; line <= end + 1; line++) {
      if (line <= end && has(line)) from ??= line
      else if (from !== undefined) {
        runs.push({ start: from, end: line - 1 })
        from = undefined
      }
    }
  }
  return runs
}

/**
 * Returns the part of a unit that now contains the recorded lines. Lines inserted before the first or after the last of
 * them are included if they reach the edge of the unit.
 */
function wholePlace(carried: LineRange, within: LineRange, map: LineMap): LineRange {
  const back = invert(map)
  const isNew = (line: number): boolean => carryLine(back, line) === undefined
  const clipped = clip(carried, within)
  let { start, end } = clipped
  while (start > within.start && isNew(start - 1)) start--
  while (end < within.end && isNew(end + 1)) end++
  return { start: start === within.start ? start : clipped.start, end: end === within.end ? end : clipped.end }
}

/** `here` is the range of the recorded lines according to a diff of the files. */
function placeLines(
  here: LineRange,
  kept: Kept,
  origin: RecordedPlace,
  older: FileText,
  target: TextFile,
  { region }: PlaceableRegion,
): Placement {
  const unit = region.ast_anchor && successorOf(kept.distinctive, target.units ?? [])
  const place = unit === undefined ? here : clip(here, unit.lines)
  const states = { origin, older, target, file: region.file, otherName: unit !== undefined }
  return { ...withoutName(unit, origin), place, ...compare(place, kept, states) }
}

/** `place` is the range to which the code was followed. */
function placeFollowed(
  place: LineRange,
  origin: RecordedPlace,
  older: FileText,
  target: TextFile,
  { region }: PlaceableRegion,
): Placement {
  const unit = region.ast_anchor && successorOf([place], target.units ?? [])
  const states = { origin, older, target, file: region.file, otherName: region.ast_anchor !== undefined }
  return { ...withoutName(unit, origin), place, ...compare(place, undefined, states) }
}

/** Returns the placement of code that was not found by its name and may have been renamed. */
function withoutName(unit: AstUnit | undefined, origin: RecordedPlace | undefined): Placement {
  return { ...WITHOUT_LINES, units: unit === undefined ? [] : [unit], anchorMatch: 'line_overlap', origin }
}

/** Places a region that has only an anchor in a file without an outline: nothing but the file is known of its place. */
function unchecked(older: FileText | undefined, map: LineMap | undefined, target: TextFile): Placement {
  const same = older?.path === target.path && map?.length === 0
  return { ...withoutName(undefined, undefined), freshness: same ? 'fresh' : 'moved' }
}

function clip(range: LineRange, within: LineRange): LineRange {
  const clipped = { start: Math.max(range.start, within.start), end: Math.min(range.end, within.end) }
  return clipped.start > clipped.end ? within : clipped
}

/** Omits runs of blank lines and braces: they are everywhere, so a diff matches them even where nothing is left. */
function tellingLines({ ranges }: KeptLines, { text }: TextFile): readonly LineRange[] {
  return ranges.filter((range) => linesIn(text.lines(), range).some(hasWords))
}

/** Whether lines are only blank lines and braces, which a diff over many commits confuses with similar ones. */
function isWordless(origin: RecordedPlace | undefined, older: FileText | undefined): boolean {
  if (origin === undefined || older === undefined) return false
  return !linesIn(older.lines(), origin.lines).some(hasWords)
}

/** Whether at least the given share of the lines with words still exists. */
function hasCode(kept: KeptLines, older: FileText, lines: LineRange, target: TextFile, share: number): boolean {
  const before = linesIn(older.lines(), lines).filter(hasWords).length
  const left = kept.ranges.flatMap((range) => linesIn(target.text.lines(), range)).filter(hasWords).length
  return before === 0 ? kept.count > 0 : left > 0 && left >= share * before
}

/** The two states of a region's file, and facts about the region. */
interface ComparedStates {
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
function compare(
  place: LineRange,
  kept: KeptLines | undefined,
  { origin, older, target, file, otherName }: ComparedStates,
): Pick<Placement, 'kept' | 'intact' | 'recorded' | 'survival' | 'freshness'> {
  const now = target.text
  const recorded = lengthOf(origin.lines)
  const untouched = kept?.count === recorded && lengthOf(place) === recorded
  const same = untouched || isSameCode(linesIn(older.code(), origin.lines), linesIn(now.code(), place))
  const inPlace = kept?.ranges.some((range) => overlaps(range, place)) === true ? kept : undefined
  const [before, after] = [linesIn(older.lines(), origin.lines), linesIn(now.lines(), place)]
  const exact = inPlace ?? compareSlices(before, after, place.start)
  const reformatted = same ? undefined : compareReformatted(before, after, place.start)
  const left = reformatted !== undefined && reformatted.count > exact.count ? reformatted : exact
  const intact = same ? recorded : left.count
  const otherPath = file !== undefined && file !== target.path
  const isMoved = otherPath || otherName || place.start !== origin.lines.start
  const freshness = !same ? 'drifted' : isMoved ? 'moved' : 'fresh'
  return { kept: left.ranges, intact, recorded, survival: intact / recorded, freshness }
}

function linesIn(lines: readonly string[], { start, end }: LineRange): readonly string[] {
  return lines.slice(start - 1, end)
}

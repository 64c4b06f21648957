import { ok, safeTry, type LineRange, type ResultAsync } from '@chronicle/schema'
import type { AstUnit } from '../contracts/ast-parser.ts'
import type { ReadError } from '../read/read-error.ts'
import { resolveReformatted } from './compare-slices.ts'
import { compareStates } from './compare-states.ts'
import { findExtractedLines, findMovedWithinFile } from './extracted-lines.ts'
import type { FileText } from './file-texts.ts'
import { findByName } from './find-by-name.ts'
import { findUnits, type FoundUnits } from './find-units.ts'
import { followPlace } from './follow-place.ts'
import { hasCode, isWordless, NOTHING_KEPT, RENAMED_SHARE, tellingLines, type Kept } from './kept-lines.ts'
import { keptLines, placeOfRange, type LineMap } from './line-map.ts'
import { clip, lengthOf, overlaps } from './overlaps.ts'
import { isOfNeighbour } from './of-neighbour.ts'
import { placeBinary } from './place-binary.ts'
import { WITHOUT_LINES, type Placement, type RecordedPlace } from './placement.ts'
import { placeNamed } from './place-named.ts'
import { placeWholeFile } from './place-whole-file.ts'
import type { PlacingContext } from './placing-context.ts'
import { isWholeFile, type PlaceableRegion } from './recorded-region.ts'
import { openRecordedState, originOf, recordedUnit, unitApartFromLines } from './recorded-state.ts'
import { successorOf } from './successor-of.ts'
import { isText, type TargetFile, type TextFile } from './target-file.ts'

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
    const edits = yield* older === undefined
      ? ok(undefined)
      : await target.maps.between(older, target.text, placing.texts)
    // A region recorded for another file can only be here if its code was moved.
    if (recorded.region.file !== undefined && !target.names.has(recorded.region.file)) {
      return placeForeign(recorded, older, target, placing)
    }
    const unit = await recordedUnit(recorded, older)
    const origin = originOf(lines ?? unit?.lines, older)
    const map = edits && origin && older ? resolveReformatted(edits, origin.lines, [older, target.text]) : edits
    const [exact = NOTHING_KEPT, resolved = exact] = [edits, map].map(
      (each) => origin && each && keptLines(each, origin.lines),
    )
    const all = tellingLines(exact, target).length > 0 ? exact : resolved
    const kept: Kept = { ...all, distinctive: tellingLines(all, target) }
    const named = await findByName(recorded, kept, origin, older, map, target)
    const found = named && (yield* await followRepeated(named, recorded, origin, older, target, placing))
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
      const before = { lines: origin.lines, text: older }
      const now = { text: target.text, units: target.units ?? [] }
      const isOther = anchor !== undefined && (await isOfNeighbour(here, before, now))
      if (!isOther && hasCode(kept, older, origin.lines, target, share)) {
        return ok(placeLines(here, kept, origin, older, target, recorded))
      }
    }
    if (anchor !== undefined && target.units === undefined && origin === undefined) {
      return ok(unchecked(older, map, target))
    }
    const followed = yield* await placeByFollowing(recorded, origin, older, target, placing)
    if (followed !== undefined || origin === undefined || older === undefined) return ok(followed)
    const run = await findMovedWithinFile({ lines: origin.lines, text: older }, target, undefined)
    return ok(run && placeFollowed(run, origin, older, target, recorded))
  })
}

/** Maximum number of recorded lines that a diff over many commits confuses with those of a unit with the same name. */
const FEW_LINES = 3

/**
 * Decides between units with the same name, as a list of settings has, by following the recorded lines, if there was one
 * unit of the name when they were recorded.
 */
function followRepeated(
  found: FoundUnits,
  recorded: PlaceableRegion,
  origin: RecordedPlace | undefined,
  older: FileText | undefined,
  target: TextFile,
  placing: PlacingContext,
): ResultAsync<FoundUnits, ReadError> {
  return safeTry(async function* () {
    const [first] = found.units
    const same = (target.units ?? []).filter(({ name }) => name === first?.name)
    if (same.length < 2 || origin === undefined || lengthOf(origin.lines) > FEW_LINES) return ok(found)
    const before = ((await older?.units()) ?? []).filter(({ name }) => name === first?.name)
    if (before.length > 1) return ok(found)
    const followed = yield* followPlace(recorded, origin, target, placing)
    const unit = followed && same.find(({ lines }) => overlaps(lines, followed))
    return ok(unit === undefined ? found : { ...found, units: [unit] })
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
  return { ...withoutName(unit, origin), place, ...compareStates(place, kept, states) }
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
  return { ...withoutName(unit, origin), place, ...compareStates(place, undefined, states) }
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

import { ok, okAsync, safeTry, type LineRange, type ResultAsync } from '@chronicle/schema'
import { clip, lengthOf, overlaps } from '../place/overlaps.ts'
import type { PlacedRegion } from '../place/place-candidates.ts'
import { keptLines } from '../place/line-map.ts'
import type { PlacingContext } from '../place/placing-context.ts'
import { regionKey } from '../place/region-key.ts'
import type { TargetFile } from '../place/target-file.ts'
import { writtenLines, writtenLinesLeft } from '../place/written-lines.ts'
import { binds } from './binds.ts'
import type { PlacedFile } from './find-regions.ts'
import { isOnlyInferred } from './is-only-inferred.ts'
import type { ReadError } from './read-error.ts'
import { selectRegion, type AskedPlace } from './select-regions.ts'
import { unitsAtLines } from './units-at-lines.ts'

/**
 * Omits the inferred reasons for edits of the file, or of a unit around the queried one, that left no line in it: they
 * are about other parts. Lines count as their innermost unit. What binds, what tests hold, and why the file or unit was
 * made holds for all of it.
 */
export function withoutWiderEdits(
  file: PlacedFile,
  { anchor, exactName }: Pick<AskedPlace, 'anchor' | 'exactName'>,
  placing: PlacingContext,
): ResultAsync<PlacedFile, ReadError> {
  const { regions, scope, target } = file
  const { goneSince, ranges, units } = scope
  // Corrections may be about any region that applies to the place.
  if (ranges === undefined || goneSince !== undefined || exactName === true) return okAsync(file)
  const isWider = (region: PlacedRegion): boolean => {
    const about = selectRegion(region, { anchor, ranges, units })?.about
    if (about !== 'file' && about !== 'enclosing_unit') return false
    return !region.retracted && isOnlyInferred(region) && !binds(region.region)
  }
  const wider = regions.filter(isWider)
  if (wider.length === 0) return okAsync(file)
  return safeTry(async function* () {
    const inner =
      units ?? (await Promise.all(ranges.map((range) => unitsAtLines(scope, range)))).flatMap((found) => found ?? [])
    const places = [...ranges, ...inner.map(({ lines }) => lines)]
    const omitted = new Set<PlacedRegion>()
    for (const region of wider) {
      if (region.placement?.units.some((unit) => inner.includes(unit)) === true) continue
      const key = `edit ${regionKey(region, target, placing)}`
      const edit = yield* target.facts.get(key, placing.journal, () => findEdit(region, target, placing))
      const isHere = edit?.left.some((each) => places.some((range) => overlaps(range, each))) ?? true
      if (!isHere) omitted.add(region)
    }
    return ok({ ...file, regions: regions.filter((region) => !omitted.has(region)), elsewhere: [...omitted] })
  })
}

/** Minimum share of the recorded lines that a commit wrote for it to have made their unit. */
const MADE = 0.5

/** Returns what is left of the edit of a commit; `undefined` if it made the file or unit, or did not change the file. */
function findEdit(
  region: PlacedRegion,
  target: TargetFile,
  placing: PlacingContext,
): ResultAsync<{ readonly left: readonly LineRange[] } | undefined, ReadError> {
  return safeTry(async function* () {
    const revision = target.history.revisions.find(({ commit }) => commit === region.commit)
    if (revision?.previousBlob === undefined || region.recordedIn !== region.commit) return ok(undefined)
    const written = yield* writtenLines(region, target, placing)
    if (written === undefined) return ok(undefined)
    const { lines } = region.region
    if (lines !== undefined) {
      const own = written.ranges.filter((range) => overlaps(range, lines)).map((range) => lengthOf(clip(range, lines)))
      if (own.reduce((sum, each) => sum + each, 0) >= MADE * lengthOf(lines)) return ok(undefined)
    }
    const { left } = yield* writtenLinesLeft(written, lines, target, placing)
    const before = { path: revision.previousPath ?? revision.path, blob: revision.previousBlob }
    const edits = yield* target.maps.between(before, written.state, placing.texts)
    const since = yield* target.text === undefined
      ? ok(undefined)
      : await target.maps.between(written.state, target.text, placing.texts)
    // Where lines were only removed, the lines around them tell the place.
    const removed = (edits ?? []).filter(({ endB, startB }) => endB === startB)
    const around = removed.flatMap(({ startB }) =>
      since === undefined ? [] : keptLines(since, { start: Math.max(1, startB), end: startB + 1 }).ranges,
    )
    return ok({ left: [...left, ...around] })
  })
}

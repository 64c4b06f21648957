import { ok, safeTry, type LineRange, type ResultAsync } from '@chronicle/schema'
import type { FileRevision } from '../contracts/git-backend.ts'
import type { ReadError } from '../read/read-error.ts'
import { isSameCode } from '../text/comments/is-same-code.ts'
import { resolveReformatted } from './compare-slices.ts'
import { placeOfEdited } from './edited-lines.ts'
import type { FileState } from './file-texts.ts'
import { followName } from './follow-name.ts'
import { editsOfOlder, invert, keptLines, placeOfRange, type LineMap } from './line-map.ts'
import { hasWords, linesIn } from './lines-with-words.ts'
import { clip, overlaps } from './overlaps.ts'
import type { Placement, RecordedPlace } from './placement.ts'
import type { PlacingContext } from './placing-context.ts'
import type { PlaceableRegion } from './recorded-region.ts'
import { regionKey } from './region-key.ts'
import { isWholeFile } from './recorded-region.ts'
import { createReadAhead } from './read-ahead.ts'
import { revisionsSince } from './revisions-since.ts'
import { stateIn } from './state-in.ts'
import type { TargetFile } from './target-file.ts'

/** Maximum number of commits examined or listed for one region, newest first. */
const MAX_REVISIONS = 300

/** Reported instead of a commit id for uncommitted edits. */
const UNCOMMITTED = 'uncommitted'

/** The code that is followed backwards: its lines as recorded, and the name of the unit that it is in. */
interface FollowedCode {
  readonly origin: RecordedPlace | undefined
  readonly name: string | undefined
}

/**
 * Returns every commit that changed a placed region since it was recorded, newest first, including renames of its file.
 * `uncommitted` comes first when the working tree or the index differs there. Edits of white space and comments do not
 * count.
 */
export function findDrift(
  recorded: PlaceableRegion,
  placement: Placement,
  target: TargetFile,
  placing: PlacingContext,
): ResultAsync<readonly string[], ReadError> {
  return safeTry(async function* () {
    if (placement.freshness === 'fresh') return ok([])
    if (target.text === undefined || isWholeFile(recorded.region)) return ok(changesOfFile(recorded, target))
    const key = `drift ${regionKey(recorded, target, placing)}`
    const found = await target.facts.get(key, placing.journal, () =>
      compareStates(recorded, placement, target, placing),
    )
    return found.map((commits) => commits ?? [])
  })
}

function compareStates(
  recorded: PlaceableRegion,
  { origin, place, units }: Placement,
  target: TargetFile,
  placing: PlacingContext,
): ResultAsync<readonly string[], ReadError> {
  return safeTry(async function* () {
    const { committed, history, text } = target
    if (text === undefined) return ok([])
    const changed: string[] = []
    let range = place ?? { start: 1, end: Math.max(1, target.lineCount) }
    let current: FileState = text
    const code: FollowedCode = { origin, name: units.find(({ lines }) => overlaps(lines, range))?.name }
    if (committed !== undefined && committed.blob !== text.blob) {
      const map = yield* target.maps.between(committed, text, placing.texts)
      if (map !== undefined) {
        const step = yield* stepBack(map, range, committed, text, code, target, placing)
        if (step.changed) changed.push(UNCOMMITTED)
        if (step.before === undefined) return ok(changed)
        range = step.before
      }
      current = committed
    } else if (target.path !== target.committedPath) changed.push(UNCOMMITTED)

    const newer = revisionsSince(history, recorded).slice(0, MAX_REVISIONS)
    const readAhead = createReadAhead(newer, target, placing)
    for (const [position, revision] of newer.entries()) {
      yield* readAhead(position)
      if (current.blob === origin?.blob && current.path === origin.path) break
      const here = yield* rangeIn(revision, current, range, target, placing)
      if (here === undefined) continue
      const step = yield* changeBy(revision, here, code, target, placing)
      if (step.changed || revision.previousPath !== undefined) {
        changed.push(revision.commit)
      }
      if (revision.blob !== current.blob || revision.parents.length > 1) continue
      if (revision.previousBlob === undefined || step.before === undefined) break
      current = { path: revision.previousPath ?? revision.path, blob: revision.previousBlob }
      range = step.before
    }
    return ok([...new Set(changed)])
  })
}

/** Returns what renamed the file since the region was recorded, and what changed it if it is binary. */
function changesOfFile(recorded: PlaceableRegion, target: TargetFile): readonly string[] {
  const { blob, committed, committedPath, history, path, text } = target
  const isBinary = text === undefined
  const edited = isBinary && committed !== undefined ? committed.blob !== blob : path !== committedPath
  const changes = revisionsSince(history, recorded)
    .filter((each) => (isBinary && each.blob !== each.previousBlob) || (each.previousPath ?? each.path) !== each.path)
    .slice(0, MAX_REVISIONS)
  return [...(edited ? [UNCOMMITTED] : []), ...changes.map(({ commit }) => commit)]
}

/**
 * Maps a range to the file state after a revision. When that state is on another branch, the lines are found by diff.
 */
function rangeIn(
  { blob, path }: FileRevision,
  current: FileState,
  range: LineRange,
  { maps }: TargetFile,
  { texts }: PlacingContext,
): ResultAsync<LineRange | undefined, ReadError> {
  return safeTry(async function* () {
    if (blob === undefined) return ok(undefined)
    if (blob === current.blob) return ok(range)
    const map = yield* maps.between({ path, blob }, current, texts)
    return ok(map && placeOfRange(invert(map), range))
  })
}

/** Returns whether a revision changed a range of its state, and where the range was before. */
function changeBy(
  revision: FileRevision,
  range: LineRange,
  code: FollowedCode,
  target: TargetFile,
  placing: PlacingContext,
): ReturnType<typeof stepBack> {
  return safeTry(async function* () {
    const { blob, path, previousBlob, previousPath = path } = revision
    if (blob === undefined || previousBlob === undefined) return ok({ changed: true, before: undefined })
    const now: FileState = { path, blob }
    if (revision.parents.length > 1) {
      const own = await changedByMerge(revision, now, range, code.name, target, placing)
      return own.map((changed) => ({ changed, before: undefined }))
    }
    const before: FileState = { path: previousPath, blob: previousBlob }
    const map = yield* target.maps.between(before, now, placing.texts)
    if (map === undefined) return ok({ changed: true, before: undefined })
    return stepBack(map, range, before, now, code, target, placing)
  })
}

/** Returns the recorded lines that were deleted right before or after a range, as lines of the older state. */
function edgesDeleted(
  map: LineMap,
  { start, end }: LineRange,
  before: FileState,
  origin: RecordedPlace | undefined,
  { maps }: TargetFile,
  { texts }: PlacingContext,
): ResultAsync<readonly LineRange[], ReadError> {
  return safeTry(async function* () {
    const deleted = map.filter((e) => e.startB === e.endB && (e.startB === start - 1 || e.startB === end))
    if (deleted.length === 0 || origin === undefined) return ok([])
    const since = yield* maps.between(origin, before, texts)
    const text = yield* texts.open(before)
    if (since === undefined || text === undefined) return ok([])
    // Brackets alone are equal by chance.
    const isOwn = (range: LineRange, lines: LineRange): boolean =>
      overlaps(range, lines) && linesIn(text.lines(), clip(range, lines)).some(hasWords)
    const kept = keptLines(since, origin.lines).ranges
    return ok(
      deleted.flatMap(({ startA, endA }) => {
        const lines = { start: startA + 1, end: endA }
        const hasCode = linesIn(text.code(), lines).some((line) => line !== '')
        return hasCode && kept.some((range) => isOwn(range, lines)) ? [lines] : []
      }),
    )
  })
}

function withEdges(range: LineRange | undefined, edges: readonly LineRange[]): LineRange | undefined {
  const all = range === undefined ? edges : [range, ...edges]
  if (all.length === 0) return undefined
  return { start: Math.min(...all.map(({ start }) => start)), end: Math.max(...all.map(({ end }) => end)) }
}

/** Whether a merge changed a range: it differs from that of every parent. */
function changedByMerge(
  { parents, path }: FileRevision,
  now: FileState,
  range: LineRange,
  name: string | undefined,
  target: TargetFile,
  placing: PlacingContext,
): ResultAsync<boolean, ReadError> {
  return safeTry(async function* () {
    for (const parent of parents) {
      const before = yield* stateIn(parent, [path, ...target.paths], placing.texts)
      // The whole file is new to a parent that did not have it.
      if (before === undefined) continue
      const map = yield* target.maps.between(before, now, placing.texts)
      if (map === undefined) continue
      const code = { origin: undefined, name }
      if (!(yield* stepBack(map, range, before, now, code, target, placing)).changed) return ok(false)
    }
    return ok(true)
  })
}

/** Returns whether the code of a range of the newer of two states was changed, and where it was in the older one. */
function stepBack(
  map: LineMap,
  range: LineRange,
  before: FileState,
  now: FileState,
  { origin, name }: FollowedCode,
  target: TargetFile,
  placing: PlacingContext,
): ResultAsync<{ readonly changed: boolean; readonly before: LineRange | undefined }, ReadError> {
  return safeTry(async function* () {
    let inverse = invert(map)
    const edits = editsOfOlder(inverse, range)
    let changed = edits.length > 0
    let edited: LineRange | undefined
    const older = changed ? yield* placing.texts.open(before) : undefined
    const newer = changed ? yield* placing.texts.open(now) : undefined
    if (older !== undefined && newer !== undefined) {
      const [a, b] = [older.code(), newer.code()]
      const isChanged = (was: LineRange): boolean => !isSameCode(linesIn(a, was), linesIn(b, range))
      changed = edits.some((e) => !isSameCode(a.slice(e.startB, e.endB), b.slice(e.startA, e.endA)))
      const resolved = resolveReformatted(map, range, [older, newer], 'newer')
      inverse = invert(resolved)
      const byDiff = placeOfRange(inverse, range)
      const named = name && (await followName(name, range, byDiff, edits, [older, newer]))
      if (named) return ok({ changed: isChanged(named), before: named })
      const isResolved = resolved.some((edit, at) => edit !== map[at])
      if (changed && isResolved && byDiff !== undefined && !isChanged(byDiff))
        return ok({ changed: false, before: byDiff })
      // Among other edited lines, the diff does not say which of them these were.
      if (name === undefined && keptLines(inverse, range).count === 0)
        edited = placeOfEdited(inverse, range, newer.lines(), older.lines())
    }
    const edges = yield* edgesDeleted(map, range, before, origin, target, placing)
    return ok({
      changed: changed || edges.length > 0,
      before: withEdges(edited ?? placeOfRange(inverse, range), edges),
    })
  })
}

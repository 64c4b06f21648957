import { err, ok, type CommitId, type LineRange, type RepoPath, type Result } from '@chronicle/schema'
import type { FileRevision } from '../contracts/git-backend.ts'
import type { ReadError } from '../read/read-error.ts'
import { isSameCode } from '../text/comments/is-only-blanks-and-comments.ts'
import type { FileState } from './file-texts.ts'
import { editsOfNewer, invert, keptLines, placeOfRange, type LineMap } from './line-map.ts'
import { overlaps } from './overlaps.ts'
import type { Placement, RecordedPlace } from './placement.ts'
import type { PlacingContext } from './placing-context.ts'
import type { PlaceableRegion } from './recorded-region.ts'
import { regionKey } from './region-key.ts'
import { createReadAhead } from './read-ahead.ts'
import type { TargetFile } from './target-file.ts'

/** Commits that are looked at for what changed one region, the newest. */
const MAX_REVISIONS = 300

/** What stands for edits that are not committed. */
const UNCOMMITTED = 'uncommitted'

/**
 * Returns every commit that changed a placed region since it was recorded, newest first, renames of its file included;
 * `uncommitted` first where the working tree or the index differs there. Edits of blanks and comments do not count.
 */
export async function findDrift(
  recorded: PlaceableRegion,
  { freshness, origin, place }: Placement,
  target: TargetFile,
  placing: PlacingContext,
): Promise<Result<readonly string[], ReadError>> {
  if (freshness === 'fresh') return ok([])
  if (target.text === undefined) return ok(changesOfBinary(recorded, target))
  const key = `drift ${regionKey(recorded, target, placing)}`
  const found = await target.facts.get(key, placing.journal, () =>
    compareStates(recorded, { origin, place }, target, placing),
  )
  return found.map((commits) => commits ?? [])
}

async function compareStates(
  recorded: PlaceableRegion,
  { origin, place }: Pick<Placement, 'origin' | 'place'>,
  target: TargetFile,
  placing: PlacingContext,
): Promise<Result<readonly string[], ReadError>> {
  const { committed, history, text } = target
  if (text === undefined) return ok([])
  const changed: string[] = []
  let range = place ?? { start: 1, end: Math.max(1, target.lineCount) }
  let current: FileState = text
  if (committed !== undefined && committed.blob !== text.blob) {
    const map = await target.maps.between(committed, text, placing.texts)
    if (map.isErr()) return err(map.error)
    if (map.value !== undefined) {
      const touched = await touches(map.value, range, committed, text, placing)
      if (touched.isErr()) return err(touched.error)
      const edges = await edgesDeleted(map.value, range, committed, origin, target, placing)
      if (edges.isErr()) return err(edges.error)
      if (touched.value || edges.value.length > 0) changed.push(UNCOMMITTED)
      const before = withEdges(placeOfRange(invert(map.value), range), edges.value)
      if (before === undefined) return ok(changed)
      range = before
    }
    current = committed
  } else if (target.path !== target.committedPath) changed.push(UNCOMMITTED)

  const newer = since(history.revisions, recorded)
  const readAhead = createReadAhead(newer, target, placing)
  for (const [position, revision] of newer.entries()) {
    const opened = await readAhead(position)
    if (opened.isErr()) return err(opened.error)
    if (current.blob === origin?.blob && current.path === origin.path) break
    const here = await rangeIn(revision, current, range, target, placing)
    if (here.isErr()) return err(here.error)
    if (here.value === undefined) continue
    const step = await changeBy(revision, here.value, origin, target, placing)
    if (step.isErr()) return err(step.error)
    if (step.value.changed || revision.previousPath !== undefined) {
      changed.push(revision.commit)
    }
    if (revision.blob !== current.blob || revision.parents.length > 1) continue
    if (revision.previousBlob === undefined || step.value.before === undefined) break
    current = { path: revision.previousPath ?? revision.path, blob: revision.previousBlob }
    range = step.value.before
  }
  return ok([...new Set(changed)])
}

/** What changed a binary file since: all of it is the place. */
function changesOfBinary(
  recorded: PlaceableRegion,
  { blob, committed, committedPath, history, path }: TargetFile,
): readonly string[] {
  const edited = committed === undefined ? path !== committedPath : committed.blob !== blob
  const changes = since(history.revisions, recorded).filter(
    (each) => each.blob !== each.previousBlob || each.previousPath !== undefined,
  )
  return [...(edited ? [UNCOMMITTED] : []), ...changes.map(({ commit }) => commit)]
}

function since(
  revisions: readonly FileRevision[],
  { committedAt, statedAt }: PlaceableRegion,
): readonly FileRevision[] {
  const own = revisions.findIndex((each) => each.commit === statedAt)
  const newer = own >= 0 ? revisions.slice(0, own) : revisions.filter((each) => isLater(each, committedAt))
  return newer.slice(0, MAX_REVISIONS)
}

function isLater(revision: FileRevision, committedAt: number | undefined): boolean {
  return committedAt === undefined || revision.committedAt >= committedAt
}

/** The lines of a range in the state that a revision left; on another branch they are found by comparison. */
async function rangeIn(
  { blob, path }: FileRevision,
  current: FileState,
  range: LineRange,
  { maps }: TargetFile,
  { texts }: PlacingContext,
): Promise<Result<LineRange | undefined, ReadError>> {
  if (blob === undefined) return ok(undefined)
  if (blob === current.blob) return ok(range)
  const map = await maps.between({ path, blob }, current, texts)
  if (map.isErr()) return err(map.error)
  return ok(map.value && placeOfRange(invert(map.value), range))
}

/** Whether a revision changed a range of its state, and where that was before. */
async function changeBy(
  revision: FileRevision,
  range: LineRange,
  origin: RecordedPlace | undefined,
  target: TargetFile,
  placing: PlacingContext,
): Promise<Result<{ readonly changed: boolean; readonly before: LineRange | undefined }, ReadError>> {
  const { blob, path, previousBlob, previousPath = path } = revision
  if (blob === undefined || previousBlob === undefined) return ok({ changed: true, before: undefined })
  const now: FileState = { path, blob }
  if (revision.parents.length > 1) {
    const own = await changedByMerge(revision, now, range, target, placing)
    return own.map((changed) => ({ changed, before: undefined }))
  }
  const before: FileState = { path: previousPath, blob: previousBlob }
  const map = await target.maps.between(before, now, placing.texts)
  if (map.isErr()) return err(map.error)
  if (map.value === undefined) return ok({ changed: true, before: undefined })
  const touched = await touches(map.value, range, before, now, placing)
  if (touched.isErr()) return err(touched.error)
  const edges = await edgesDeleted(map.value, range, before, origin, target, placing)
  if (edges.isErr()) return err(edges.error)
  const changed = touched.value || edges.value.length > 0
  return ok({ changed, before: withEdges(placeOfRange(invert(map.value), range), edges.value) })
}

/** Recorded lines that were deleted right before or after a range: those of the older state that they were. */
async function edgesDeleted(
  map: LineMap,
  { start, end }: LineRange,
  before: FileState,
  origin: RecordedPlace | undefined,
  { maps }: TargetFile,
  { texts }: PlacingContext,
): Promise<Result<readonly LineRange[], ReadError>> {
  const deleted = map.filter((e) => e.startB === e.endB && (e.startB === start - 1 || e.startB === end))
  if (deleted.length === 0 || origin === undefined) return ok([])
  const [since, text] = [await maps.between(origin, before, texts), await texts.open(before)]
  if (since.isErr()) return err(since.error)
  if (text.isErr()) return err(text.error)
  const kept = since.value === undefined ? [] : keptLines(since.value, origin.lines).ranges
  return ok(
    deleted.flatMap(({ startA, endA }) => {
      const lines = { start: startA + 1, end: endA }
      const hasCode =
        text.value
          ?.code()
          .slice(startA, endA)
          .some((line) => line !== '') === true
      return hasCode && kept.some((range) => overlaps(range, lines)) ? [lines] : []
    }),
  )
}

function withEdges(range: LineRange | undefined, edges: readonly LineRange[]): LineRange | undefined {
  const all = range === undefined ? edges : [range, ...edges]
  if (all.length === 0) return undefined
  return { start: Math.min(...all.map(({ start }) => start)), end: Math.max(...all.map(({ end }) => end)) }
}

/** A merge changed what is as in none of its parents. */
async function changedByMerge(
  { parents, path }: FileRevision,
  now: FileState,
  range: LineRange,
  target: TargetFile,
  placing: PlacingContext,
): Promise<Result<boolean, ReadError>> {
  for (const parent of parents) {
    const before = await stateIn(parent, [path, ...target.paths], placing)
    if (before.isErr()) return err(before.error)
    // All of the file is new to a parent that did not have it.
    if (before.value === undefined) continue
    const map = await target.maps.between(before.value, now, placing.texts)
    if (map.isErr()) return err(map.error)
    const touched = map.value === undefined ? ok(true) : await touches(map.value, range, before.value, now, placing)
    if (touched.isErr()) return err(touched.error)
    if (!touched.value) return ok(false)
  }
  return ok(true)
}

/** The file in a commit, under the first of the names that it has there. */
async function stateIn(
  commit: CommitId,
  names: readonly RepoPath[],
  { texts }: PlacingContext,
): Promise<Result<FileState | undefined, ReadError>> {
  for (const path of names) {
    const blob = await texts.blobAt(commit, path)
    if (blob.isErr()) return err(blob.error)
    if (blob.value !== undefined) return ok({ path, blob: blob.value })
  }
  return ok(undefined)
}

/** Whether the edits between two states change code of a range of the newer one. */
async function touches(
  map: LineMap,
  range: LineRange,
  before: FileState,
  now: FileState,
  { texts }: PlacingContext,
): Promise<Result<boolean, ReadError>> {
  const edits = editsOfNewer(map, range)
  if (edits.length === 0) return ok(false)
  const [older, newer] = [await texts.open(before), await texts.open(now)]
  if (older.isErr()) return err(older.error)
  if (newer.isErr()) return err(newer.error)
  const [a, b] = [older.value?.code(), newer.value?.code()]
  if (a === undefined || b === undefined) return ok(true)
  return ok(edits.some((e) => !isSameCode(a.slice(e.startA, e.endA), b.slice(e.startB, e.endB))))
}

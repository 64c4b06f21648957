import { ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { ReadError } from '../read/read-error.ts'
import { keptLines } from './line-map.ts'
import { WITHOUT_LINES, type Placement } from './placement.ts'
import type { PlacingContext } from './placing-context.ts'
import type { PlaceableRegion } from './recorded-region.ts'
import { revisionsSince } from './revisions-since.ts'
import { openIn } from './state-in.ts'
import type { TargetFile } from './target-file.ts'
import { hasWords } from './lines-with-words.ts'

/**
 * Places a region about a whole file: it holds as long as the file exists, under every name it gets, however its lines
 * change. `undefined` when the region is about another file, or when the file was deleted and a different one was
 * created with its name.
 */
export function placeWholeFile(
  recorded: PlaceableRegion,
  target: TargetFile,
  placing: PlacingContext,
): ResultAsync<Placement | undefined, ReadError> {
  return safeTry(async function* () {
    const { file } = recorded.region
    if (file === undefined || !target.names.has(file)) return ok(undefined)
    const madeAgain = revisionsSince(target.history, recorded).some(
      ({ parents, previousBlob }) => parents.length < 2 && previousBlob === undefined,
    )
    // A file that was restored, or that two branches added, still has lines of the recorded one.
    if (madeAgain && !(yield* hasLinesOf(recorded, target, placing))) return ok(undefined)
    return ok({ ...WITHOUT_LINES, freshness: file === target.path ? 'fresh' : 'moved' })
  })
}

function hasLinesOf(
  { region: { file }, recordedIn }: PlaceableRegion,
  { maps, paths, text }: TargetFile,
  { texts }: PlacingContext,
): ResultAsync<boolean, ReadError> {
  return safeTry(async function* () {
    const older = yield* openIn(recordedIn, new Set([file as RepoPath, ...paths]), texts)
    if (older === undefined || text === undefined) return ok(false)
    const map = yield* maps.between(older, text, texts)
    const all = { start: 1, end: Math.max(1, older.lines().length) }
    const now = text.lines()
    const kept = map === undefined ? [] : keptLines(map, all).ranges
    return ok(kept.some(({ start, end }) => now.slice(start - 1, end).some(hasWords)))
  })
}

import {
  err,
  ok,
  safeTry,
  type CommitId,
  type Freshness,
  type Region,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import { placeCandidates } from '../place/place-candidates.ts'
import { openTargetFile } from '../place/target-file.ts'
import { resolvePlace, type OpenedQuery } from '../queries/place-query.ts'
import type { ReadError } from '../read/read-error.ts'

/** A region and the commit on which it was recorded. */
export interface RecordedRegion {
  readonly commit: CommitId
  /** Committer time in seconds. Absent when the commit object is not in the repository. */
  readonly committedAt?: number
  readonly region: Region
}

/** The current state of a region. */
export interface PlacedRegion {
  readonly freshness: Freshness
  /** Share of the recorded lines that are unchanged since, in [0, 1]. */
  readonly survival: number
}

/** Errors which mean that nothing can be placed in the file. */
const WITHOUT_LINES: ReadonlySet<string> = new Set(['file_not_found', 'file_too_large', 'invalid_path', 'not_a_file'])

/** Places regions in a file at `HEAD`; `undefined` when it has no lines in which to place them. */
export function placeRegions(
  path: RepoPath,
  regions: readonly RecordedRegion[],
  opened: OpenedQuery,
): ResultAsync<readonly PlacedRegion[] | undefined, ReadError> {
  return safeTry(async function* () {
    const place = await resolvePlace({ file: path }, opened)
    if (place.isErr()) return WITHOUT_LINES.has(place.error.code) ? ok(undefined) : err(place.error)
    const target = yield* openTargetFile(place.value, true, opened.placing)
    const stated = regions.map((each) => ({ ...each, statedAt: each.commit }))
    const placed = await placeCandidates(stated, target, opened.placing)
    return placed.map((all) =>
      all.map(({ placement }) => ({
        freshness: placement?.freshness ?? 'orphaned',
        survival: placement?.survival ?? 0,
      })),
    )
  })
}

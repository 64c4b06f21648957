import { err, ok, type CommitId, type Freshness, type Region, type RepoPath, type Result } from '@chronicle/schema'
import { resolvePlace, type Opened } from '../queries/place-query.ts'
import { blameScope } from '../read/blame-scope.ts'
import { openFileNow } from '../read/match-regions.ts'
import { placeRegion } from '../read/place-region.ts'
import type { ReadError } from '../read/read-error.ts'

/** A region, and the commit that it was recorded on. */
export interface RecordedRegion {
  readonly commit: CommitId
  /** Committer time in seconds. Absent when the commit object is not in the repository. */
  readonly committedAt?: number
  readonly region: Region
}

/** What became of a region. */
export interface PlacedRegion {
  readonly freshness: Freshness
  /** Share of the recorded lines that are still attributed to the commit, in [0, 1]. */
  readonly survival: number
}

/** Failures that say that nothing of the file can be blamed. */
const WITHOUT_LINES: ReadonlySet<string> = new Set(['file_not_found', 'file_too_large', 'invalid_path', 'not_a_file'])

/** Places regions in a file as it is at `HEAD`, with one blame for all. `undefined`: it has no lines to place them in. */
export async function placeRegions(
  path: RepoPath,
  regions: readonly RecordedRegion[],
  opened: Opened,
): Promise<Result<readonly PlacedRegion[] | undefined, ReadError>> {
  const { context, standpoint, view, facts } = opened
  const place = await resolvePlace({ file: path }, opened)
  if (place.isErr()) return WITHOUT_LINES.has(place.error.code) ? ok(undefined) : err(place.error)
  const blamed = await blameScope(place.value, view, facts, standpoint, false, context)
  if (blamed.isErr()) return err(blamed.error)
  const file = await openFileNow(blamed.value)
  return ok(
    regions.map(({ commit, committedAt, region }) => {
      const own = file.hunks.filter((hunk) => hunk.commit === commit)
      const { freshness, survival } = placeRegion(region, commit, committedAt, own, file)
      return { freshness, survival }
    }),
  )
}

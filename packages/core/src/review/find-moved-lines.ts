import { ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import { revisionsSince } from '../place/revisions-since.ts'
import { openIn } from '../place/state-in.ts'
import { findExtractedLines } from '../place/extracted-lines.ts'
import type { OpenedQuery } from '../queries/place-query.ts'
import type { ReadError } from '../read/read-error.ts'
import type { RecordedRegion } from './placed-regions.ts'

/** Maximum number of files in which the lines of one region are searched for. */
const MAX_SEARCHED = 50

/**
 * Returns the file to which lines of a region were moved from a file that no longer has them. Searches the files that
 * changed together with it since. `undefined` when none of them has the lines.
 */
export function findMovedLines(
  file: RepoPath,
  recorded: RecordedRegion,
  { context, placing, queried }: OpenedQuery,
): ResultAsync<RepoPath | undefined, ReadError> {
  return safeTry(async function* () {
    const region = { ...recorded, recordedIn: recorded.commit }
    const history = yield* context.fileHistory(queried.head, file, context.call)
    const together = yield* history.changedTogether(context.call)
    const since = revisionsSince(history, region).flatMap(({ commit }) => together.get(commit) ?? [])
    for (const path of [...new Set(since)].slice(0, MAX_SEARCHED)) {
      const text = yield* openIn(queried.head, [path], placing.texts)
      const target = { paths: [path], text }
      if (text !== undefined && (yield* findExtractedLines(region, target, placing)) !== undefined) return ok(path)
    }
    return ok(undefined)
  })
}

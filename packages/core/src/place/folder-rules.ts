import { ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { AnnotationView } from '../contracts/annotation-index.ts'
import type { ReadError } from '../read/read-error.ts'
import { reachableOf } from './only-reachable.ts'
import type { PlacingContext } from './placing-context.ts'
import { readRegions } from './read-regions.ts'
import type { RecordedRegion } from './recorded-region.ts'

/**
 * Returns the rules recorded on folders or on the repository, oldest first. They apply whatever is below, so no file is
 * opened.
 */
export function folderRules(
  folders: readonly string[],
  view: AnnotationView,
  placing: PlacingContext,
): ResultAsync<readonly RecordedRegion[], ReadError> {
  return safeTry(async function* () {
    const { call, corrections } = placing.context
    const known = yield* view.annotating(folders as readonly RepoPath[], call)
    const reachable = yield* reachableOf(known, placing)
    const corrected = yield* corrections(
      reachable.map(({ commit }) => commit),
      call,
    )
    const { diagnostics, regions } = yield* readRegions(reachable, corrected, placing)
    const rules = regions.filter(({ region: { file } }) => file !== undefined && folders.includes(file))
    for (const commit of new Set(rules.map((rule) => rule.commit))) {
      diagnostics.get(commit)?.forEach(placing.context.report)
    }
    return ok(rules)
  })
}

import { ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { ReadError } from '../read/read-error.ts'
import type { CarriedAnnotations } from './carry-annotations.ts'
import type { Rewrite } from './rewrite.ts'
import { changedLines, type SplitDependencies } from './split-commits.ts'

/** Maximum number of commit comparisons for regions without a place. */
const MAX_QUESTIONS = 2000

/**
 * Finds the new commits that contain the code of regions which is not in the successor of their own commit, because
 * somebody moved it to another commit during a rebase. Their commits then count as split.
 */
export function findOtherHomes(
  carried: readonly CarriedAnnotations[],
  targets: readonly CommitId[],
  seams: SplitDependencies,
): ResultAsync<readonly Rewrite[], ReadError> {
  return safeTry(async function* () {
    const found: Rewrite[] = []
    let questions = 0
    for (const { rewrite, gone } of carried) {
      if (rewrite.operation === 'copy') continue
      for (const { commit, region } of gone) {
        for (const to of targets) {
          if (to === rewrite.to || ++questions > MAX_QUESTIONS) continue
          const changes = yield* seams.files.changesOf(to, seams.call)
          if (changes?.files.some(({ newPath }) => newPath === region.file) !== true) continue
          const changed = yield* changedLines(region, commit, to, seams)
          if (changed === undefined || changed === 0) continue
          found.push({ from: [commit], to, operation: 'amend' })
          break
        }
      }
    }
    return ok(found)
  })
}

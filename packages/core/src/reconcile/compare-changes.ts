import { ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { ChangeKey, GitError, PatchId } from '../contracts/git-backend.ts'
import type { ComparedChanges } from './compare-commits.ts'
import type { PatchTable } from './patch-table.ts'

/** Two commits whose changes are compared. */
export interface CommitPair {
  readonly lost: CommitId
  readonly commit: CommitId
}

/**
 * Compares the changes of pairs of commits. Lines are only compared when both changed the same files with different
 * content: patches to different files differ anyway.
 */
export function compareChanges(
  pairs: readonly CommitPair[],
  table: PatchTable,
  call: CallOptions,
): ResultAsync<(pair: CommitPair) => ComparedChanges, GitError> {
  return safeTry(async function* () {
    const commits = [...new Set(pairs.flatMap(({ lost, commit }) => [lost, commit]))]
    const found = yield* table.keys(
      commits.map((commit) => ({ commit })),
      call,
    )
    const keys = new Map<CommitId, ChangeKey | undefined>(commits.map((id, index) => [id, found[index]]))
    const undecided = [
      ...new Set(
        pairs.flatMap(({ lost, commit }) => {
          const [before, after] = [keys.get(lost), keys.get(commit)]
          const open = before !== undefined && before.paths === after?.paths && before.blobs !== after.blobs
          return open ? [lost, commit] : []
        }),
      ),
    ]
    const patches = yield* table.ids(
      undecided.map((commit) => ({ commit })),
      call,
    )
    const ids = new Map<CommitId, PatchId | undefined>(undecided.map((id, index) => [id, patches[index]]))
    return ok(({ lost, commit }) => {
      const [before, after] = [keys.get(lost), keys.get(commit)]
      const none = before === undefined && after === undefined
      const identical = before !== undefined && before.blobs === after?.blobs
      const id = ids.get(lost)
      return {
        none,
        identical,
        samePaths: before !== undefined && before.paths === after?.paths,
        same: none || identical || (id !== undefined && id === ids.get(commit)),
      }
    })
  })
}

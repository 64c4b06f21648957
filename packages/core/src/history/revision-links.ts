import { groupBy, ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { FileRevision, GitError } from '../contracts/git-backend.ts'
import type { FileState } from '../place/file-texts.ts'
import type { PastRevisions } from './past-revisions.ts'

/** Finds the revision of a file that a commit's state comes from. */
export interface RevisionLinks {
  /**
   * Returns the position of the revision that created the state of the file in `commit`. `after`: position of the
   * revision whose parent `commit` is. Returns `undefined` if there is none.
   */
  find(state: FileState, after: number, commit: CommitId): ResultAsync<number | undefined, GitError>
}

/** Maximum number of git queries for one history. */
const MAX_QUESTIONS = 40

/**
 * Links states to revisions. Most states of a file were created once and thus identify their revision. After reverts
 * several revisions have the same state: without merges the next one is right. With merges git is queried, because a
 * branch may have created the same state independently, from another past.
 */
export function linkRevisions(
  revisions: readonly FileRevision[],
  past: Pick<PastRevisions, 'newest'>,
  call: CallOptions,
): RevisionLinks {
  const states = revisions.map(({ blob, path }) => `${blob} ${path}`)
  const byState = groupBy(revisions.keys(), (index) => states[index])
  const firstMerge = revisions.findIndex(({ parents }) => parents.length > 1)
  let questions = 0

  return {
    find({ blob, path }, after, commit) {
      return safeTry(async function* () {
        const candidates = byState.get(`${blob} ${path}`) ?? []
        const itself = candidates.find((index) => revisions[index]?.commit === commit)
        if (itself !== undefined) return ok(itself)
        const older = candidates.filter((index) => index > after)
        const [next, second] = older
        // With a wrong clock, a child can come after its parent.
        if (next === undefined) return ok(candidates[0])
        const isClear = second === undefined || after < 0 || firstMerge < 0 || firstMerge > second
        if (isClear || ++questions > MAX_QUESTIONS) return ok(next)
        const newest = yield* past.newest(commit, path, call)
        return ok(older.find((index) => revisions[index]?.commit === newest) ?? next)
      })
    },
  }
}

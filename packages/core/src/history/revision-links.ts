import { groupBy, ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { FileRevision, GitError } from '../contracts/git-backend.ts'
import type { FileState } from '../place/file-texts.ts'
import type { PastRevisions } from './past-revisions.ts'

/** Finds, among the revisions of a file, the one that a commit has the file from. */
export interface RevisionLinks {
  /**
   * The position of the revision that left the file in a state, as `commit` has it. `after` is the position of the
   * revision whose parent that is. `undefined`: there is none.
   */
  find(state: FileState, after: number, commit: CommitId): ResultAsync<number | undefined, GitError>
}

/** Questions about commits that one history may cost. */
const MAX_QUESTIONS = 40

/**
 * Most states of a file were made once, and tell by themselves which revision made them. After reverts there are several
 * of one state: without merges it is the next one. With merges, git is asked, because a branch may have made the same
 * state by itself, from another past.
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
        // A clock that ran backwards can put a child behind its parent.
        if (next === undefined) return ok(candidates[0])
        const isClear = second === undefined || after < 0 || firstMerge < 0 || firstMerge > second
        if (isClear || ++questions > MAX_QUESTIONS) return ok(next)
        const newest = yield* past.newest(commit, path, call)
        return ok(older.find((index) => revisions[index]?.commit === newest) ?? next)
      })
    },
  }
}

import { err, ok, type CommitId, type Result } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { FileRevision, GitBackend, GitError } from '../contracts/git-backend.ts'
import type { FileState } from '../place/file-texts.ts'

/** Finds, among the revisions of a file, the one that a commit has the file from. */
export interface RevisionLinks {
  /**
   * The position of the revision that left the file in a state, as `commit` has it. `after` is the position of the
   * revision whose parent that is. `undefined`: there is none.
   */
  find(state: FileState, after: number, commit: CommitId): Promise<Result<number | undefined, GitError>>
}

/** Questions about commits that one history may cost. */
const MAX_QUESTIONS = 40

/**
 * Most states of a file were made once, and tell by themselves which revision made them. After reverts there are several
 * of one state: without merges it is the next one. With merges, git is asked, because a branch may have made the same
 * state by itself, from another past.
 */
export function linkRevisions(revisions: readonly FileRevision[], git: GitBackend, call: CallOptions): RevisionLinks {
  const byState = new Map<string, number[]>()
  for (const [index, { blob, path }] of revisions.entries()) {
    if (blob === undefined) continue
    const key = `${blob} ${path}`
    const known = byState.get(key)
    if (known === undefined) byState.set(key, [index])
    else known.push(index)
  }
  const firstMerge = revisions.findIndex(({ parents }) => parents.length > 1)
  let questions = 0

  return {
    async find({ blob, path }, after, commit) {
      const candidates = byState.get(`${blob} ${path}`) ?? []
      const itself = candidates.find((index) => revisions[index]?.commit === commit)
      if (itself !== undefined) return ok(itself)
      const older = candidates.filter((index) => index > after)
      const [next, second] = older
      // A clock that ran backwards can put a child behind its parent.
      if (next === undefined) return ok(candidates[0])
      const isClear = second === undefined || after < 0 || firstMerge < 0 || firstMerge > second
      if (isClear || ++questions > MAX_QUESTIONS) return ok(next)
      const newest = await newestOf(git, commit, path, call)
      if (newest.isErr()) return err(newest.error)
      return ok(older.find((index) => revisions[index]?.commit === newest.value) ?? next)
    },
  }
}

/** The newest commit of the history of another one that changed a path. */
async function newestOf(
  git: GitBackend,
  from: CommitId,
  path: FileState['path'],
  call: CallOptions,
): Promise<Result<CommitId | undefined, GitError>> {
  try {
    for await (const { id } of git.log({ from, path, limit: 1 }, call)) return ok(id)
  } catch (thrown) {
    const cause = thrown instanceof Error ? (thrown.cause as GitError | undefined) : undefined
    if (cause?.code === undefined) throw thrown
    return err(cause)
  }
  return ok(undefined)
}

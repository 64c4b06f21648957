import type { CommitId } from '@chronicle/schema'
import type { FileRevision } from '../contracts/git-backend.ts'
import type { FileState } from '../place/file-texts.ts'

/** Finds, among the revisions of a file, the one that a parent has the file from. */
export interface RevisionLinks {
  /**
   * The position of the revision that left the file in a state, as `parent` has it. `after` is the position of the child.
   * Where several left it in the same one, as after a revert, it is the parent itself or else the next one.
   */
  find(state: FileState, after: number, parent: CommitId | undefined): number | undefined
}

export function linkRevisions(revisions: readonly FileRevision[]): RevisionLinks {
  const byState = new Map<string, number[]>()
  for (const [index, { blob, path }] of revisions.entries()) {
    if (blob === undefined) continue
    const key = `${blob} ${path}`
    const known = byState.get(key)
    if (known === undefined) byState.set(key, [index])
    else known.push(index)
  }
  return {
    find({ blob, path }, after, parent) {
      const candidates = byState.get(`${blob} ${path}`) ?? []
      return (
        candidates.find((index) => revisions[index]?.commit === parent) ??
        candidates.find((index) => index > after) ??
        // A clock that ran backwards can put a child behind its parent.
        candidates.find((index) => index < after)
      )
    },
  }
}

import type { DiffHunk, FileChange, LineSpan } from '../../contracts/git-backend.ts'

/**
 * Limits the changes between two branches to those that one branch made since the other forked from it. `own` are the
 * changes of that branch since the fork and `changes` those from the other branch to it. Both end in the same state, so
 * a hunk is the branch's own if its new lines are.
 */
export function changesOfBoth(changes: readonly FileChange[], own: readonly FileChange[]): readonly FileChange[] {
  return changes.flatMap((change) => {
    const made = own.find((each) => isSameFile(each, change))
    if (made === undefined) return []
    const hunks = change.hunks.filter((hunk) => made.hunks.some((each) => meet(hunk, each)))
    // A change without hunks is one of a binary file, of the mode or of the name.
    return change.hunks.length > 0 && hunks.length === 0 ? [] : [{ ...change, hunks }]
  })
}

function isSameFile(one: FileChange, other: FileChange): boolean {
  if (one.newPath !== undefined || other.newPath !== undefined) return one.newPath === other.newPath
  return one.oldPath === other.oldPath
}

function meet(one: DiffHunk, other: DiffHunk): boolean {
  const [a, b] = [extentOf(one.new), extentOf(other.new)]
  return a.start <= b.end && b.start <= a.end
}

/** Returns the lines of a span, or the two lines around an empty one. */
function extentOf({ count, start }: LineSpan): { readonly start: number; readonly end: number } {
  return count === 0 ? { start, end: start + 1 } : { start, end: start + count - 1 }
}

import { ok, type Result } from '@chronicle/schema'
import type { FileRevision, GitError } from '../contracts/git-backend.ts'
import type { FileState } from './file-texts.ts'
import type { PlacingContext } from './placing-context.ts'
import type { TargetFile } from './target-file.ts'

/** Revisions whose states are read at one go. */
const BLOCK = 32

/**
 * Opens the states of revisions a block before they are compared, so that git reads the next ones meanwhile. Call the
 * function returned with each position, ascending.
 */
export function createReadAhead(
  revisions: readonly FileRevision[],
  target: TargetFile,
  { texts }: PlacingContext,
): (position: number) => Promise<Result<void, GitError>> {
  const read = (from: number): Promise<Result<void, GitError>> =>
    texts.openAll(unknownStates(revisions.slice(from, from + BLOCK), target))
  let next: Promise<Result<void, GitError>> | undefined
  return async (position) => {
    if (position % BLOCK > 0) return ok(undefined)
    const current = await (next ?? read(position))
    next = position + BLOCK < revisions.length ? read(position + BLOCK) : undefined
    return current
  }
}

/** States of revisions that have to be opened to compare them with what they changed. */
function unknownStates(revisions: readonly FileRevision[], { maps }: TargetFile): readonly FileState[] {
  return revisions.flatMap(({ blob, path, previousBlob, previousPath = path }): readonly FileState[] => {
    if (blob === undefined || previousBlob === undefined) return []
    const [before, after] = [
      { path: previousPath, blob: previousBlob },
      { path, blob },
    ]
    return maps.has(before, after) ? [] : [before, after]
  })
}

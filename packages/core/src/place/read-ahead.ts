import { ok, safeTry, type ResultAsync } from '@chronicle/schema'
import type { FileRevision, GitError } from '../contracts/git-backend.ts'
import type { FileState } from './file-texts.ts'
import type { PlacingContext } from './placing-context.ts'
import type { TargetFile } from './target-file.ts'

/** Number of revisions whose states are read in one batch. */
const BLOCK = 32

/**
 * Opens the states of revisions one block before they are compared, so that git reads the next block meanwhile. Call
 * the returned function with each position, ascending.
 */
export function createReadAhead(
  revisions: readonly FileRevision[],
  target: TargetFile,
  { texts }: PlacingContext,
): (position: number) => ResultAsync<void, GitError> {
  const read = (from: number): ResultAsync<void, GitError> =>
    safeTry(async function* () {
      return texts.openAll(await unknownStates(revisions.slice(from, from + BLOCK), target))
    })
  let next: ResultAsync<void, GitError> | undefined
  return (position) =>
    safeTry(async function* () {
      if (position % BLOCK > 0) return ok(undefined)
      const current = await (next ?? read(position))
      next = position + BLOCK < revisions.length ? read(position + BLOCK) : undefined
      return current
    })
}

/** Returns the states that have to be opened because their diff is not cached. */
async function unknownStates(revisions: readonly FileRevision[], { maps }: TargetFile): Promise<readonly FileState[]> {
  const unknown: FileState[] = []
  for (const { blob, path, previousBlob, previousPath = path } of revisions) {
    if (blob === undefined || previousBlob === undefined) continue
    const [before, after] = [
      { path: previousPath, blob: previousBlob },
      { path, blob },
    ]
    if (!(await maps.has(before, after))) unknown.push(before, after)
  }
  return unknown
}

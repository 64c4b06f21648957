import type { CommitId, RepoPath } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { ReadFileHistory } from './file-history.ts'

/** Number of histories to read while a file is examined. Each is a process of git, which takes a core. */
const AHEAD = 2

/**
 * Returns a function to call before the file at an index is examined. It starts reading the histories of the files after
 * it; those without a path have none. A failure is reported when the file itself is examined.
 */
export function createReadHistoriesAhead(
  paths: readonly (RepoPath | undefined)[],
  head: CommitId,
  { fileHistory, call }: { readonly fileHistory: ReadFileHistory; readonly call: CallOptions },
): (index: number) => void {
  return (index) => {
    for (const path of paths.slice(index + 1, index + 1 + AHEAD))
      if (path !== undefined) void fileHistory(head, path, call).then(undefined, () => undefined)
  }
}

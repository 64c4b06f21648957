import type { BlameHunk, BlameRequest, CallOptions, GitError } from '@chronicle/core/contracts'
import type { ResultAsync } from '@chronicle/schema'
import { ObjectReader, type ObjectSource } from '../object-reader.ts'
import { runBlame } from './run-blame.ts'

/**
 * Who last changed each line of a file, as `git blame` answers it: from commits, trees and blobs alone. The hunks come
 * in line order and cover the requested lines that the file has. Renames of the whole file are followed, moved and
 * copied lines are not. Where a clock ran backwards, `since` may end a line's search at an old commit whose parents are
 * newer, as it does in git.
 *
 * A path that is no file there has no hunks. Fails with `missing_object` when history is incomplete without being
 * shallow, with `aborted`, and with whatever the backend fails with. Attributes, `blame.ignoreRevsFile` and replaced objects are not
 * looked at.
 */
export function blameFile(
  git: ObjectSource,
  request: BlameRequest,
  options?: CallOptions,
): ResultAsync<readonly BlameHunk[], GitError> {
  return runBlame(new ObjectReader(git, options), request)
}

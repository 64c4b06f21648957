import type { BlameHunk, BlameRequest, CallOptions, GitError } from '@chronicle/core/contracts'
import type { ResultAsync } from '@chronicle/schema'
import { ObjectReader, type ObjectSource } from '../object-reader.ts'
import { runBlame } from './run-blame.ts'

/**
 * Finds who last changed each line of a file, as `git blame` does, from commits, trees and blobs alone. The hunks are
 * in line order and cover the requested lines that the file has. Renames of the whole file are followed; moved and
 * copied lines are not. Where a clock ran backwards, `since` may end the search for a line at an old commit whose
 * parents are newer, as in git.
 *
 * Returns no hunks if the path is not a file. Fails with `missing_object` when history is incomplete without being
 * shallow, with `aborted`, and with every error of the backend. Attributes, `blame.ignoreRevsFile` and replaced objects
 * are ignored.
 */
export function blameFile(
  git: ObjectSource,
  request: BlameRequest,
  options?: CallOptions,
): ResultAsync<readonly BlameHunk[], GitError> {
  return runBlame(new ObjectReader(git, options), request)
}

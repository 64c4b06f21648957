import type { CommitId, ResultAsync } from '@chronicle/schema'
import type { CallOptions } from './call-options.ts'
import type { GitBackend, GitError } from './git-backend.ts'

/** Returns the commits that are being merged into `HEAD`; of a backend that cannot list them, no more than the first. */
export function readMergeHeads(
  git: Pick<GitBackend, 'mergeHeads' | 'resolve'>,
  call?: CallOptions,
): ResultAsync<readonly CommitId[], GitError> {
  if (git.mergeHeads !== undefined) return git.mergeHeads(call)
  return git.resolve('MERGE_HEAD', call).map((commit) => (commit === undefined ? [] : [commit]))
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GitError } from '@chronicle/core/contracts'
import { err, fromThrowable, isObjectId, ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import { toGitError } from './git-failure.ts'
import type { Repository } from './open-repository.ts'
import { resolveCommit } from './repository-objects.ts'

/** Returns the commits that are being merged. Reads git's file, as revisions name only the first of them. */
export function readMergeHeads(repository: Repository): ResultAsync<readonly CommitId[], GitError> {
  return safeTry(async function* () {
    const { gitDir } = yield* repository.locate()
    const read = fromThrowable(
      () => readFileSync(join(gitDir, 'MERGE_HEAD'), 'utf8'),
      (failure) => ((failure as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : toGitError(failure)),
    )
    const text = yield* read().orElse((failure) => (failure === undefined ? ok('') : err(failure)))
    const heads: CommitId[] = []
    for (const id of text.split('\n').filter(isObjectId)) {
      // Git names an annotated tag by the id of the tag.
      const commit = yield* resolveCommit(repository.objects, id)
      if (commit !== undefined) heads.push(commit)
    }
    return ok(heads)
  })
}

import { valueOrThrow, type Ancestor, type AncestorsRequest } from '@chronicle/core/contracts'
import { err, isObjectId, type CommitId } from '@chronicle/schema'
import { asMissingCommit, missingCommit } from './missing-commit.ts'
import type { Repository } from './open-repository.ts'
import { partsOrThrow, readBatches } from './stream-git.ts'

/** Yields a commit and its ancestors, newest first. Throws an `Error` whose cause is the coded error. */
export async function* ancestors(repository: Repository, { from }: AncestorsRequest): AsyncGenerator<Ancestor> {
  if (!isObjectId(from)) valueOrThrow(err(missingCommit(from)))
  // Without the suffix, git lists no commits for an object of another type and reports no error.
  const args = ['rev-list', '--timestamp', `${from}^{commit}`, '--']
  for await (const lines of readBatches(repository, { args, end: '\n' })) {
    for (const line of partsOrThrow(lines.mapErr(asMissingCommit), repository.signal)) {
      if (repository.signal?.aborted === true) return
      const space = line.indexOf(' ')
      yield { id: line.slice(space + 1) as CommitId, committedAt: Number(line.slice(0, space)) }
    }
  }
}

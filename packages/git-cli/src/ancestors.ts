import type { Ancestor, AncestorsRequest } from '@chronicle/core/contracts'
import { isObjectId, type CommitId } from '@chronicle/schema'
import { throwIfAborted } from './git-failure.ts'
import { asMissingCommit, missingCommit } from './missing-commit.ts'
import type { Repository } from './open-repository.ts'
import { asThrown, readBatches } from './stream-git.ts'

/** A commit and its ancestors, newest first. A failure is thrown, as an `Error` with the coded error as its cause. */
export async function* ancestors(repository: Repository, { from }: AncestorsRequest): AsyncGenerator<Ancestor> {
  try {
    if (!isObjectId(from)) throw missingCommit(from)
    // Without the suffix, git would have no commits for an object of another type, and no error.
    const args = ['rev-list', '--timestamp', `${from}^{commit}`, '--']
    for await (const lines of readBatches(repository, { args, end: '\n' })) {
      for (const line of lines) {
        throwIfAborted(repository.signal)
        const space = line.indexOf(' ')
        yield { id: line.slice(space + 1) as CommitId, committedAt: Number(line.slice(0, space)) }
      }
    }
  } catch (failure) {
    const thrown = asThrown(asMissingCommit(failure))
    if (thrown !== undefined) throw thrown
  }
}

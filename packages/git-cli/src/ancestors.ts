import type { Ancestor, AncestorsRequest } from '@chronicle/core/contracts'
import { isObjectId, type CommitId } from '@chronicle/schema'
import type { Repository } from './open-repository.ts'
import { streamGit } from './stream-git.ts'

/** A commit and its ancestors, newest first. A failure is thrown, as an `Error` with the coded error as its cause. */
export async function* ancestors(
  repository: Repository,
  { from }: AncestorsRequest,
  signal: AbortSignal | undefined,
): AsyncGenerator<Ancestor> {
  if (!isObjectId(from)) return
  for await (const line of streamGit(repository, ['rev-list', '--timestamp', from, '--'], '\n', signal)) {
    const space = line.indexOf(' ')
    yield { id: line.slice(space + 1) as CommitId, committedAt: Number(line.slice(0, space)) }
  }
}

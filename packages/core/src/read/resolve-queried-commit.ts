import { err, ok, safeTry, type ResultAsync } from '@chronicle/schema'
import { codedError } from '../contracts/coded-error.ts'
import { requireCommit } from '../contracts/require-commit.ts'
import type { ReadContext, QueriedCommit } from './read-context.ts'
import type { ReadError } from './read-error.ts'

/** Resolves the commit of the query. The working tree and the index resolve to `HEAD`. */
export function resolveQueriedCommit(
  { git, call }: ReadContext,
  at: string | undefined,
): ResultAsync<QueriedCommit, ReadError> {
  return safeTry(async function* () {
    const info = yield* git.describe(call)
    const hasFiles = git.supports.worktree && info.worktreeDir !== undefined
    const state = at ?? (hasFiles ? 'WORKTREE' : 'HEAD')
    if (state === 'WORKTREE' && !hasFiles) {
      const message = 'There is no working tree here. Ask about HEAD or another revision.'
      return err(codedError('invalid_query', message, { data: { remedy: { option: 'at', value: 'HEAD' } } }))
    }
    const uncommitted = state === 'WORKTREE' || state === 'INDEX'
    if (state === 'INDEX' && !git.supports.index) {
      const message = `The git backend ${git.name} has no index. Ask about HEAD.`
      return err(codedError('invalid_query', message, { data: { remedy: { option: 'at', value: 'HEAD' } } }))
    }
    const revision = uncommitted ? 'HEAD' : state
    const head = yield* requireCommit(git, revision, call)
    const commits = yield* git.readCommits([head], call)
    const commit = commits.get(head)
    if (commit === undefined) {
      const message = `Commit ${head} is not in the repository. It may be damaged or incomplete: run git fsck.`
      return err(codedError('missing_object', message, { data: { id: head } }))
    }
    return ok({ head, headAt: commit.committer.time * 1000, at: state })
  })
}

import { GitFailure } from './git-failure.ts'

export function missingCommit(id: string): GitFailure {
  return new GitFailure(
    'missing_object',
    `The commit ${id} is not in the repository, so there is no history to read from it.`,
    { data: { id } },
  )
}

/** The failure `missing_object` where git could not walk a history because a commit is not there; others unchanged. */
export function asMissingCommit(thrown: unknown): unknown {
  if (!(thrown instanceof GitFailure) || thrown.error.code !== 'git_failed') return thrown
  const found = /(?:bad (?:object|revision) '?\^?|Could not read )([0-9a-f]{40,64})/.exec(thrown.message)
  return found?.[1] === undefined ? thrown : missingCommit(found[1])
}

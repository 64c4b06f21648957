import { codedError, type GitError } from '@chronicle/core/contracts'

export function missingCommit(id: string): GitError {
  return codedError(
    'missing_object',
    `The commit ${id} is not in the repository, so there is no history to read from it.`,
    { data: { id } },
  )
}

/**
 * Converts an error into `missing_object` if git could not walk the history because a commit is missing. Returns other
 * errors unchanged.
 */
export function asMissingCommit(error: GitError): GitError {
  if (error.code !== 'git_failed') return error
  const found = /(?:bad (?:object|revision) '?\^?|Could not read )([0-9a-f]{40,64})/.exec(error.message)
  return found?.[1] === undefined ? error : missingCommit(found[1])
}

import { err, ok, safeTry, type CodedError, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from './call-options.ts'
import { codedError } from './coded-error.ts'
import type { GitBackend, GitError } from './git-backend.ts'

/** Resolves a revision to a commit, or fails with `revision_not_found`. `advice`: what to pass instead. */
export function requireCommit(
  git: Pick<GitBackend, 'describe' | 'resolve'>,
  revision: string,
  call: CallOptions,
  advice?: string,
): ResultAsync<CommitId, GitError | CodedError<'revision_not_found'>> {
  return safeTry(async function* () {
    const commit = yield* git.resolve(revision, call)
    if (commit !== undefined) return ok(commit)
    const unknown = unknownRevision(revision, advice)
    const { shallow } = yield* git.describe(call)
    return err(shallow ? { ...unknown, message: `${unknown.message} ${SHALLOW_CLONE_ADVICE}` } : unknown)
  })
}

/** Advice for a shallow clone that lacks commits. */
export const SHALLOW_CLONE_ADVICE =
  "This clone is shallow, so older commits are not here: 'git fetch --unshallow' gets them."

/** Returns the error for a question about the changes of a commit whose parents a shallow clone lacks. */
export function parentMissingError(revision: string): CodedError<'revision_not_found'> {
  const message = `The parent of ${JSON.stringify(revision)} is not here, so what it changed is not known. ${SHALLOW_CLONE_ADVICE}`
  return codedError('revision_not_found', message, { data: { revision } })
}

/**
 * Returns the error for a revision that cannot be resolved. `advice`: what to pass instead. `HEAD` has its own message,
 * because it cannot be resolved before the first commit.
 */
export function unknownRevision(
  revision: string,
  advice = 'Give a branch, a tag or a commit id.',
): CodedError<'revision_not_found'> {
  const message =
    revision === 'HEAD'
      ? 'HEAD names a branch that has no commit. Commit first, or check out another branch.'
      : `Unknown revision: ${JSON.stringify(revision)}. ${advice}`
  return codedError('revision_not_found', message, { data: { revision } })
}

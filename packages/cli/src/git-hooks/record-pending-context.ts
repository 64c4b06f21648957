import { ok, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import type { Commit } from '@chronicle/core/contracts'
import { authorContextFromEnvironment, mergeAuthorContexts } from '@chronicle/writer'
import { reportWarning } from '../host/report-failure.ts'
import type { GitHookContext } from './git-hook-context.ts'
import { recordAuthor, takeContext } from './unrecorded.ts'

/**
 * Environment variable that `git chronicle commit` sets for the git process it starts, because it records the context
 * itself.
 */
export const RECORDS_ITSELF = 'CHRONICLE_COMMIT'

/** Matches rebase steps about which nobody states anything; the kept context is for a commit that somebody makes. */
export const NOT_MADE_BY_HAND: RegExp = /^[^:]*\((?:start|pick|fixup|squash|reword|edit|finish)\)|^rebase: /u

/**
 * Records what was stated about a commit before it was made: the kept context (`context`, `note`) and the environment.
 * It first moves the context to a file for this commit, so that statements about the next commit stay separate, and so
 * that a later hook can record it if this fails or the process is killed. `action` is the commit's action in the reflog
 * of `HEAD`. Returns whether anything was recorded.
 */
export function recordPendingContext(
  { io, session, calledAt }: GitHookContext,
  commit: Commit,
  action = 'commit',
): ResultAsync<boolean, CodedError> {
  return safeTry(async function* () {
    if (io.env[RECORDS_ITSELF] !== undefined || NOT_MADE_BY_HAND.test(action)) return ok(false)
    const { call, repository } = session
    const before = yield* repository.nextCommit.read(call)
    // Statements made after the hook was called are about the next commit.
    const isKept = before !== undefined && before.createdAt <= calledAt
    const author = mergeAuthorContexts(isKept ? before.author : undefined, authorContextFromEnvironment(io.env))
    if (author === undefined) return ok(false)
    const pending = yield* takeContext(session.info, commit.id, { author, createdAt: before?.createdAt ?? calledAt })
    if (isKept) {
      const cleared = await repository.nextCommit.clear({ ...call, only: before })
      // Another process was faster, or the context is still in its old place.
      if (!cleared.unwrapOr(false)) {
        yield* pending.complete()
        return cleared
      }
    }
    if (await recordAuthor(session, commit.id, author)) {
      yield* pending.complete()
      return ok(true)
    }
    reportWarning(io, `The reasons given for ${commit.id.slice(0, 12)} could not be recorded.`)
    yield* pending.release()
    return ok(false)
  })
}

import { ok, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import type { Commit } from '@chronicle/core/contracts'
import { authorContextFromEnvironment, mergeAuthorContexts } from '@chronicle/writer'
import { reportWarning } from '../host/report-failure.ts'
import type { GitHookContext } from './git-hook-context.ts'
import { recordAuthor, takeContext } from './unrecorded.ts'

/** Set by `git chronicle commit` for the git that it starts: it records what is kept itself. */
export const RECORDS_ITSELF = 'CHRONICLE_COMMIT'

/** Steps of a rebase that nobody says anything about: what is kept is for a commit that somebody makes. */
export const NOT_MADE_BY_HAND: RegExp = /^[^:]*\((?:start|pick|fixup|squash|reword|edit|finish)\)|^rebase: /u

/**
 * Records what was said of a commit before it was made: what is kept (`context`, `note`), and the environment. What is
 * kept is taken before anything is written, so that what is said of the next commit meanwhile stays, and is kept for this
 * commit until it is recorded: where it cannot be, or the process is killed, a later hook records it. `action` is what the log of `HEAD` says of the
 * commit. Returns whether anything was recorded.
 */
export function recordKept(
  { io, session, calledAt }: GitHookContext,
  commit: Commit,
  action = 'commit',
): ResultAsync<boolean, CodedError> {
  return safeTry(async function* () {
    if (io.env[RECORDS_ITSELF] !== undefined || NOT_MADE_BY_HAND.test(action)) return ok(false)
    const { call, repository } = session
    const before = yield* repository.nextCommit.read(call)
    // What was said after the hook was called is about the next commit.
    const isKept = before !== undefined && before.createdAt <= calledAt
    const author = mergeAuthorContexts(isKept ? before.author : undefined, authorContextFromEnvironment(io.env))
    if (author === undefined) return ok(false)
    const taken = yield* takeContext(session.info, commit.id, { author, createdAt: before?.createdAt ?? calledAt })
    if (isKept) {
      const cleared = await repository.nextCommit.clear(call)
      // Another process was faster, or it is still kept where it was.
      if (!cleared.unwrapOr(false)) {
        yield* taken.recorded()
        return cleared
      }
    }
    if (await recordAuthor(session, commit.id, author)) {
      yield* taken.recorded()
      return ok(true)
    }
    reportWarning(io, `What was said of ${commit.id.slice(0, 12)} could not be recorded.`)
    yield* taken.left()
    return ok(false)
  })
}

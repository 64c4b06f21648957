import { ok, omitUndefined, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import type { Commit } from '@chronicle/core/contracts'
import { authorContextFromEnvironment, mergeAuthorContexts, type AuthorContext } from '@chronicle/writer'
import type { CliIo } from '../host/cli-io.ts'
import type { WritingSession } from './open-session.ts'

/** The statements of the author of a commit, and whether some of them were kept for it. */
export interface AuthorOfCommit {
  readonly author?: AuthorContext
  readonly kept: boolean
  /** What was kept is for a commit that is yet to come. */
  readonly forLater: boolean
}

/** Which commit it is, for what was kept. */
export interface CommitPlace {
  /**
   * `just_made`: what was kept is for it. `head`: it is if the commit was made after that was said. `elsewhere`: it is
   * not.
   */
  readonly place: 'just_made' | 'head' | 'elsewhere'
  /** What was said at the command line. */
  readonly stated?: AuthorContext | undefined
}

/** What was said beside the message, at the command line, in the environment and before, in that order. */
export function authorOfCommit(
  { repository, call }: WritingSession,
  io: CliIo,
  commit: Commit,
  { place, stated }: CommitPlace,
): ResultAsync<AuthorOfCommit, CodedError> {
  return safeTry(async function* () {
    const pending = yield* repository.nextCommit.read(call)
    const isLater = (createdAt: number): boolean =>
      // Committer times have no fractions.
      place === 'just_made' || (place === 'head' && commit.committer.time >= Math.floor(createdAt / 1000))
    const kept = pending !== undefined && isLater(pending.createdAt)
    const before = mergeAuthorContexts(kept ? pending?.author : undefined, authorContextFromEnvironment(io.env))
    const author = mergeAuthorContexts(before, stated)
    return ok({ ...omitUndefined({ author }), kept, forLater: pending !== undefined && !kept })
  })
}

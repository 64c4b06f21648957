import { ok, omitUndefined, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import type { Commit } from '@chronicle/core/contracts'
import {
  authorContextFromEnvironment,
  mergeAuthorContexts,
  type AuthorContext,
  type PendingContext,
} from '@chronicle/writer'
import type { CliIo } from '../host/cli-io.ts'
import type { WritingSession } from './open-session.ts'

/** The author's statements about a commit. */
export interface CommitAuthorContext {
  readonly author?: AuthorContext
  /** Those of them that were kept for the commit. */
  readonly kept?: PendingContext
  /** Whether the kept context is for a later commit. */
  readonly forLater: boolean
}

/** How the commit relates to the kept context. */
export interface CommitRelation {
  /**
   * `just_made`: the context is for it. `head`: the context is for it if the commit was made after the context.
   * `elsewhere`: the context is not for it.
   */
  readonly place: 'just_made' | 'head' | 'elsewhere'
  /** The statements on the command line. */
  readonly stated?: AuthorContext | undefined
}

/**
 * Returns what the author stated outside the message: on the command line, in the environment, and earlier, in that
 * order of precedence.
 */
export function authorOfCommit(
  { repository, call }: WritingSession,
  io: CliIo,
  commit: Commit,
  { place, stated }: CommitRelation,
): ResultAsync<CommitAuthorContext, CodedError> {
  return safeTry(async function* () {
    const pending = yield* repository.nextCommit.read(call)
    const isLater = (createdAt: number): boolean =>
      // Committer times have no fractions of a second.
      place === 'just_made' || (place === 'head' && commit.committer.time >= Math.floor(createdAt / 1000))
    const kept = pending !== undefined && isLater(pending.createdAt) ? pending : undefined
    const before = mergeAuthorContexts(kept?.author, authorContextFromEnvironment(io.env))
    const author = mergeAuthorContexts(before, stated)
    return ok({ ...omitUndefined({ author, kept }), forLater: pending !== kept })
  })
}

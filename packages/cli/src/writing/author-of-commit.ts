import { err, ok, type CodedError, type Result } from '@chronicle/schema'
import type { Commit } from '@chronicle/core/contracts'
import { authorContextFromEnvironment, mergeAuthorContexts, type AuthorContext } from '@chronicle/writer'
import type { CliIo } from '../host/cli-io.ts'
import type { WritingSession } from './open-session.ts'

/** What the author said of a commit, and whether some of it was kept for it. */
export interface SaidOfCommit {
  readonly author?: AuthorContext
  readonly kept: boolean
  /** What was kept is for a commit that is yet to come. */
  readonly forLater: boolean
}

/**
 * What was said beside the message, at the command line, in the environment and before, in that order. What was kept
 * belongs to the commit at HEAD if that was made after it: of another it says nothing.
 */
export async function authorOfCommit(
  { repository, call }: WritingSession,
  io: CliIo,
  commit: Commit,
  stated?: AuthorContext,
  isHead: boolean = true,
): Promise<Result<SaidOfCommit, CodedError>> {
  const pending = await repository.nextCommit.read(call)
  if (pending.isErr()) return err(pending.error)
  // Committer times have no fractions.
  const kept =
    isHead && pending.value !== undefined && commit.committer.time >= Math.floor(pending.value.createdAt / 1000)
  const before = mergeAuthorContexts(kept ? pending.value.author : undefined, authorContextFromEnvironment(io.env))
  const author = mergeAuthorContexts(before, stated)
  return ok({ ...(author === undefined ? {} : { author }), kept, forLater: pending.value !== undefined && !kept })
}

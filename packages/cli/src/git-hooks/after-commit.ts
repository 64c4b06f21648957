import { err, ok, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import type { Commit } from '@chronicle/core/contracts'
import type { Rewrite } from '@chronicle/core/rewrites'
import { attempt } from './attempt.ts'
import { carryRewrites } from './carry-rewrites.ts'
import { condenseSquashed } from './condense-squashed.ts'
import { markReverted } from './mark-reverted.ts'
import { pickedFrom } from './picked-from.ts'
import { isRebasing } from './is-rebasing.ts'
import { readReflog, type ReflogEntry } from './reflog.ts'
import { recordPendingContext } from './record-pending-context.ts'
import { recordStated } from './record-stated.ts'
import { findRecommittedSources } from './find-recommitted-sources.ts'
import { openRewriteJournal } from './rewrite-journal.ts'
import type { GitHookContext } from './git-hook-context.ts'
import { takeSquashSources } from './squash-sources.ts'

/** Records the context kept for a new commit, and carries over the annotations of the commits that it was made from. */
export function afterCommit(context: GitHookContext): ResultAsync<void, CodedError> {
  return safeTry(async function* () {
    const { session, args } = context
    const { call, info, repository } = session
    const id = yield* repository.git.resolve(args[0] ?? 'HEAD', call)
    if (id === undefined) return ok(undefined)
    const read = yield* repository.git.readCommits([id], call)
    const commit = read.get(id)
    if (commit === undefined) return ok(undefined)
    const reflog = yield* attempt('The log of HEAD could not be read', () => readReflog(info))
    const made = reflog.findLastIndex(({ to }) => to === commit.id)
    const recorded = yield* recordPendingContext(context, commit, reflog[made]?.action)
    // Its failure is reported at the end, so that it does not prevent carrying annotations over.
    const stated = await recordStated(context, commit, reflog[made]?.action)
    // git reports the commits of a rebase to post-rewrite all at once, including later versions of amended ones.
    if (await isRebasing(info)) return stated.map(() => undefined)
    const from = yield* rewritesOf(context, commit, reflog.slice(0, made + 1))
    const journal = openRewriteJournal(info)
    if (journal !== undefined && from.length > 0) {
      yield* attempt('The list of rewritten commits could not be written', () => journal.add(from))
    }
    yield* markReverted(session, commit)
    // The commit may have been amended before something was recorded on it.
    const isNew = recorded || (stated.isOk() && stated.value)
    const carried = await carryRewrites(session, isNew ? [commit.id] : [])
    const done = await carried.asyncAndThen((squashed) => condenseSquashed(session, squashed))
    return stated.isErr() && done.isOk() ? err(stated.error) : done
  })
}

/**
 * Finds the commits that a commit was made from: a squash, commits that were reset and committed again, or a picked
 * commit. `reflog` ends with the commit.
 */
function rewritesOf(
  { session, args }: GitHookContext,
  commit: Commit,
  reflog: readonly ReflogEntry[],
): ResultAsync<readonly Rewrite[], CodedError> {
  return safeTry(async function* () {
    const squashed = yield* takeSquashSources(commit, session.info)
    if (squashed.length > 0) return ok([{ from: squashed, to: commit.id, operation: 'squash' }])
    const picked = yield* pickedFrom(commit, { action: reflog.at(-1)?.action, given: args[1], session })
    if (picked !== undefined) return ok([{ from: [picked], to: commit.id, operation: 'copy' }])
    return findRecommittedSources(reflog, session)
  })
}

import { ok, safeTry, type CodedError, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { Rewrite } from '@chronicle/core/rewrites'
import type { WritingSession } from '../writing/open-session.ts'
import type { ReflogEntry } from './reflog.ts'

/** Maximum number of commits after a reset. */
const MAX_NEW_COMMITS = 50
/** Maximum number of commits that were reset. */
const MAX_SOURCES = 1000

/**
 * Finds out whether commits were reset and their changes committed again, in one commit or several: nothing else
 * happened since the reset, and the files are the same as before it. `reflog` ends with the new commit.
 */
export function findRecommittedSources(
  reflog: readonly ReflogEntry[],
  { call, repository: { git } }: WritingSession,
): ResultAsync<readonly Rewrite[], CodedError> {
  return safeTry(async function* () {
    const reset = reflog.findLastIndex(({ action }) => !/^commit: /u.test(action))
    const { action = '', from: before, to: base } = reflog[reset] ?? {}
    const parts = reflog.slice(reset + 1).map(({ to }) => to)
    const tip = parts.at(-1)
    if (!/^reset: moving to/u.test(action) || before === undefined || base === undefined || tip === undefined) {
      return ok([])
    }
    if (before === base || parts.length > MAX_NEW_COMMITS || git.history === undefined) return ok([])
    const commits = yield* git.readCommits([before, tip], call)
    const [old, now] = [commits.get(before), commits.get(tip)]
    if (old === undefined || now === undefined || old.tree !== now.tree) return ok([])
    const gone = yield* git.history({ from: before, exclude: [tip] }, call)
    const sources: readonly CommitId[] = gone.map(({ id }) => id)
    if (sources.length === 0 || sources.length > MAX_SOURCES) return ok([])
    const operation = sources.length > 1 ? 'squash' : 'amend'
    return ok(parts.map((to) => ({ from: sources, to, operation })))
  })
}

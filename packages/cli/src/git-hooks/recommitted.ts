import { ok, safeTry, type CodedError, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { Rewrite } from '@chronicle/core/rewrites'
import type { WritingSession } from '../writing/open-session.ts'
import type { ReflogEntry } from './reflog.ts'

/** Commits after a reset that are looked at. */
const MAX_PARTS = 50
/** Commits that were reset. */
const MAX_SOURCES = 1000

/**
 * Tells whether commits were reset and their changes committed anew, in one commit or several: since the reset nothing
 * else was done, and the files are again what they were. `reflog` ends with the new commit.
 */
export function recommitted(
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
    if (before === base || parts.length > MAX_PARTS || git.history === undefined) return ok([])
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

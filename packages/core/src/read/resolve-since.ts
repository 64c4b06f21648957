import { err, ok, safeTry, type ResultAsync } from '@chronicle/schema'
import { codedError } from '../contracts/coded-error.ts'
import type { ReadContext } from './read-context.ts'
import type { ReadError } from './read-error.ts'

const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/u

/**
 * Returns the time that `--since` names, in milliseconds: an ISO 8601 date (UTC unless it says otherwise), or the
 * committer time of a revision. A value in date format is never read as a revision.
 */
export function resolveSince(
  since: string | undefined,
  { git, call }: ReadContext,
): ResultAsync<number | undefined, ReadError> {
  return safeTry(async function* () {
    if (since === undefined) return ok(undefined)
    const text = since.trim()
    if (DATE.test(text)) {
      const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/u.test(text) || text.length === 10
      const time = Date.parse(zoned ? text.replace(' ', 'T') : `${text.replace(' ', 'T')}Z`)
      if (!Number.isNaN(time)) return ok(time)
      return err(codedError('invalid_query', `Not a date in the calendar: ${text}.`, { data: { since } }))
    }
    const commit = yield* git.resolve(text, call)
    const found = commit && (yield* git.readCommits([commit], call)).get(commit)
    if (found !== undefined) return ok(found.committer.time * 1000)
    const message = `Neither an ISO 8601 date nor a revision: ${JSON.stringify(since)}. Try 2026-01-31 or a commit id.`
    return err(codedError('revision_not_found', message, { data: { since } }))
  })
}

import { err, ok, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import type { Commit } from '@chronicle/core/contracts'
import { NOT_MADE_BY_HAND } from './record-pending-context.ts'
import type { GitHookContext } from './git-hook-context.ts'

/** Maximum age of the last write to a session that is read. A commit seldom contains what an agent wrote earlier. */
const RECENT_MILLISECONDS = 3 * 24 * 60 * 60 * 1000

/**
 * Records what the committing person stated to a coding agent about the commit, if `chronicle.transcripts` is on. Skips
 * commits that a rebase makes, which get the annotations of their source. Returns whether there were new statements.
 */
export function recordStated(
  { session, calledAt }: GitHookContext,
  { id }: Commit,
  action = 'commit',
): ResultAsync<boolean, CodedError> {
  return safeTry(async function* () {
    const { call, notesRef, repository, settings } = session
    if (!settings.transcripts || NOT_MADE_BY_HAND.test(action)) return ok(false)
    const imported = await repository.importTranscripts({
      ...call,
      ...{ commit: id, since: calledAt - RECENT_MILLISECONDS, store: true },
      ...{ allowedSecrets: settings.redactAllow, notesRef },
    })
    // A machine without an agent has no transcripts.
    if (imported.isErr()) return imported.error.code === 'transcripts_not_found' ? ok(false) : err(imported.error)
    return ok(imported.value.statements.some(({ known }) => known !== true))
  })
}

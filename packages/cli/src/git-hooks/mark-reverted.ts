import { err, ok, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import type { Commit } from '@chronicle/core/contracts'
import { messageLinks } from '@chronicle/core/prose'
import { oneLine } from '../host/one-line.ts'
import type { WritingSession } from '../writing/open-session.ts'

/**
 * Casts doubt on what is recorded on the commits that a new one reverts, about what they changed; readers see which one
 * did.
 */
export function markReverted(
  { call, repository, settings }: WritingSession,
  commit: Commit,
): ResultAsync<void, CodedError> {
  return safeTry(async function* () {
    const { commits } = messageLinks(commit.message)
    for (const { relation, commit: named } of commits) {
      if (relation !== 'reverts' || named === undefined) continue
      const reverted = yield* repository.git.resolve(named, call)
      if (reverted === undefined || reverted === commit.id) continue
      const subject = oneLine(commit.message.split('\n', 1)[0] ?? '')
      const reason = `Reverted by ${commit.id.slice(0, 12)} (${subject}).`
      for (const ref of settings.notesRefs) {
        const flagged = await repository.flagAnnotation(
          { commit: reverted, reason, changedOnly: true },
          { ...call, notesRefs: [ref], allowedSecrets: settings.redactAllow },
        )
        // Nothing is recorded there about its change.
        if (flagged.isErr() && flagged.error.code !== 'region_not_found') return err(flagged.error)
      }
    }
    return ok(undefined)
  })
}

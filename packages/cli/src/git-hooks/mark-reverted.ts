import { err, ok, safeTry, type CodedError, type CommitId, type NotesRef, type ResultAsync } from '@chronicle/schema'
import type { Commit } from '@chronicle/core/contracts'
import { codeIsBackReason, messageLinks, revertFlagReason } from '@chronicle/core/prose'
import type { WritingSession } from '../writing/open-session.ts'
import { mergedAndReverted } from './merged-and-reverted.ts'

/** Maximum number of reverts that are followed. */
const MAX_FOLLOWED = 20

/**
 * Flags what is recorded on the commits that a new commit reverts, about the code they changed; the flag names the
 * reverting commit. If a reverted commit was itself a revert, the flags of the commits that it reverted are taken back.
 */
export function markReverted(session: WritingSession, commit: Commit): ResultAsync<void, CodedError> {
  return safeTry(async function* () {
    const { call, repository, settings } = session
    // Follows the chain from the new commit to the commits it reverts, and on to those that they reverted. At every
    // second step the code is back.
    const reverts: Commit[] = [commit]
    const seen = new Set<CommitId>([commit.id])
    let reached = [commit]
    for (let isBack = false; reached.length > 0 && reverts.length <= MAX_FOLLOWED; isBack = !isBack) {
      const ids: CommitId[] = []
      for (const id of yield* revertedBy(reached, session)) if (!seen.has(id)) ids.push(id)
      for (const id of ids) {
        seen.add(id)
        for (const ref of settings.notesRefs) yield* mark({ id, ref, isBack }, reverts, session)
      }
      const read = yield* repository.git.readCommits(ids, call)
      reached = ids.flatMap((id) => read.get(id) ?? [])
      reverts.push(...reached)
    }
    return ok(undefined)
  })
}

/**
 * Returns the commits that others revert according to their messages. The revert of a merge reverts the commits that
 * were merged.
 */
function revertedBy(commits: readonly Commit[], session: WritingSession): ResultAsync<readonly CommitId[], CodedError> {
  return safeTry(async function* () {
    const { call, repository } = session
    const found = new Set<CommitId>()
    for (const { message } of commits) {
      for (const { relation, commit: named } of messageLinks(message).commits) {
        if (relation !== 'reverts' || named === undefined) continue
        const reverted = yield* repository.git.resolve(named, call)
        if (reverted !== undefined) found.add(reverted)
      }
      for (const id of yield* mergedAndReverted(message, session)) found.add(id)
    }
    return ok([...found])
  })
}

/**
 * Flags a commit or takes its flag back. `reverts` starts with the new commit, followed by the commits it reverts,
 * directly or indirectly.
 */
function mark(
  { id, isBack, ref }: { readonly id: CommitId; readonly ref: NotesRef; readonly isBack: boolean },
  reverts: readonly Commit[],
  { call, repository, settings }: WritingSession,
): ResultAsync<void, CodedError> {
  return safeTry(async function* () {
    const [commit, ...others] = reverts
    if (commit === undefined) return ok(undefined)
    const options = { ...call, notesRefs: [ref], allowedSecrets: settings.redactAllow }
    const flagReasons = others.map(revertFlagReason)
    const reason = isBack ? codeIsBackReason(commit) : revertFlagReason(commit)
    const marked = isBack
      ? await repository.takeBackFlags({ commit: id, flagReasons, reason }, options)
      : await repository.flagAnnotation({ commit: id, reason, changedOnly: true }, options)
    // Nothing is recorded on that commit about its change.
    return marked.isErr() && marked.error.code !== 'region_not_found' ? err(marked.error) : ok(undefined)
  })
}

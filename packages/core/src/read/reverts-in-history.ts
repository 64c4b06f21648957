import { ok, safeTry, type CommitId, type Correction, type ResultAsync } from '@chronicle/schema'
import type { GitError } from '../contracts/git-backend.ts'
import { createReadCorrectedNotes } from '../corrections/corrected-notes.ts'
import type { ReadCorrections } from '../corrections/read-corrections.ts'
import { revertInReason } from '../prose/revert-reason.ts'
import type { QueriedCommit, ReadContext } from './read-context.ts'

/**
 * Omits the flags of reverts that are not in the history of the queried commit: there, the code was not reverted, or
 * it is back because the revert was discarded.
 */
export function withRevertsInHistory(context: ReadContext, { head }: QueriedCommit): ReadContext {
  const { ancestry, correctionFactors, git, notes } = context
  const known = new Map<string, boolean>()

  /** Finds which of the commits, given by their first digits, are in the history. */
  function examine(reverts: readonly string[]): ResultAsync<void, GitError> {
    return safeTry(async function* () {
      const ids = new Map<string, CommitId | undefined>()
      for (const revert of reverts) ids.set(revert, yield* git.resolve(revert, context.call))
      const existing = [...ids.values()].filter((id) => id !== undefined)
      const commits = yield* git.readCommits(existing, context.call)
      const dated = [...commits].map(([commit, { committer }]) => ({ commit, blobs: [], committedAt: committer.time }))
      const found = yield* ancestry.contains(head, dated, context.call)
      for (const [revert, id] of ids) known.set(revert, id !== undefined && found.has(id))
      return ok(undefined)
    })
  }

  const corrections: ReadCorrections = (commits, options) =>
    safeTry(async function* () {
      const read = yield* context.corrections(commits, options)
      const reverts = [...read.values()].flatMap((each) => each.corrections.flatMap((one) => revertOf(one) ?? []))
      const unknown = [...new Set(reverts)].filter((revert) => !known.has(revert))
      if (unknown.length > 0) yield* examine(unknown)
      const stands = (correction: Correction): boolean => known.get(revertOf(correction) ?? '') ?? true
      if (![...known.values()].includes(false)) return ok(read)
      return ok(new Map([...read].map(([id, each]) => [id, { ...each, corrections: each.corrections.filter(stands) }])))
    })
  return { ...context, corrections, correctedNotes: createReadCorrectedNotes(notes, corrections, correctionFactors) }
}

function revertOf({ correction_type: type, reason }: Correction): string | undefined {
  return type === 'flag' ? revertInReason(reason) : undefined
}

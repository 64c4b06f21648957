import { ok, ResultAsync, safeTry, type Correction } from '@chronicle/schema'
import { createReadCorrectedNotes } from '../corrections/corrected-notes.ts'
import type { ReadCorrections } from '../corrections/read-corrections.ts'
import { revertInReason } from '../prose/revert-reason.ts'
import type { QueriedCommit, ReadContext } from './read-context.ts'

/**
 * Omits the flags of reverts that are not in the history of the queried commit: there, the code was not reverted, or
 * it is back because the revert was discarded.
 */
export function withRevertsInHistory(context: ReadContext, { head }: QueriedCommit): ReadContext {
  const { ancestry, call, correctionFactors, git, notes } = context
  const corrections: ReadCorrections = (commits, options) =>
    safeTry(async function* () {
      const read = yield* context.corrections(commits, options)
      const reverts = [...new Set([...read.values()].flatMap((each) => each.corrections.flatMap(revertOf)))]
      if (reverts.length === 0) return ok(read)
      const ids = yield* ResultAsync.combine(reverts.map((revert) => git.resolve(revert, call)))
      const found = yield* git.readCommits(
        [...new Set(ids)].filter((id) => id !== undefined),
        call,
      )
      const dated = [...found.values()].map(({ id, committer }) => ({
        commit: id,
        blobs: [],
        committedAt: committer.time,
      }))
      const here = yield* ancestry.contains(head, dated, call)
      const gone = new Set(reverts.filter((_, index) => ids[index] === undefined || !here.has(ids[index])))
      const stands = (each: Correction): boolean => !revertOf(each).some((revert) => gone.has(revert))
      return ok(new Map([...read].map(([id, of]) => [id, { ...of, corrections: of.corrections.filter(stands) }])))
    })
  return { ...context, corrections, correctedNotes: createReadCorrectedNotes(notes, corrections, correctionFactors) }
}

/** Returns the first digits of the commit that reverts the annotated one, if a correction says so. */
function revertOf({ correction_type: type, reason }: Correction): readonly string[] {
  const revert = type === 'flag' ? revertInReason(reason) : undefined
  return revert === undefined ? [] : [revert]
}

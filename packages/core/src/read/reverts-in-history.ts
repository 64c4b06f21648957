import { ok, safeTry, type Correction } from '@chronicle/schema'
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
      const gone = new Set<string | undefined>()
      for (const revert of new Set([...read.values()].flatMap((each) => each.corrections.map(revertOf)))) {
        if (revert === undefined) continue
        const id = yield* git.resolve(revert, call)
        const by = id && (yield* git.readCommits([id], call)).get(id)
        const dated = by && [{ commit: by.id, blobs: [], committedAt: by.committer.time }]
        if ((yield* ancestry.contains(head, dated ?? [], call)).size === 0) gone.add(revert)
      }
      const stands = (each: Correction): boolean => !gone.has(revertOf(each))
      return ok(new Map([...read].map(([id, of]) => [id, { ...of, corrections: of.corrections.filter(stands) }])))
    })
  return { ...context, corrections, correctedNotes: createReadCorrectedNotes(notes, corrections, correctionFactors) }
}

/** Returns the first digits of the commit that reverts the annotated one, if a correction says so. */
function revertOf({ correction_type: type, reason }: Correction): string | undefined {
  return type === 'flag' ? revertInReason(reason) : undefined
}

import { ok, ResultAsync, safeTry, type Correction } from '@chronicle/schema'
import { createReadCorrectedNotes } from '../corrections/corrected-notes.ts'
import type { ReadCorrections } from '../corrections/read-corrections.ts'
import { commitOfRevertFlag } from '../corrections/revert-flag.ts'
import type { QueriedCommit, ReadContext } from './read-context.ts'

/**
 * Omits the flags of reverts that are not in the history of the queried commit: there, the code was not reverted, or
 * it is back because the revert was discarded. A flag is taken back only where the commit that brought the code back,
 * or replaced the revert, is in that history.
 */
export function withRevertsInHistory(context: ReadContext, { head }: QueriedCommit): ReadContext {
  const { ancestry, call, correctionFactors, git, notes } = context
  const corrections: ReadCorrections = (commits, options) =>
    safeTry(async function* () {
      const read = yield* context.corrections(commits, options)
      const named = [...new Set([...read.values()].flatMap((each) => each.corrections.flatMap(namedCommit)))]
      if (named.length === 0) return ok(read)
      const ids = yield* ResultAsync.combine(named.map((commit) => git.resolve(commit, call)))
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
      const gone = new Set(named.filter((_, index) => ids[index] === undefined || !here.has(ids[index])))
      const stands = (each: Correction): boolean => !namedCommit(each).some((commit) => gone.has(commit))
      return ok(new Map([...read].map(([id, of]) => [id, { ...of, corrections: of.corrections.filter(stands) }])))
    })
  return { ...context, corrections, correctedNotes: createReadCorrectedNotes(notes, corrections, correctionFactors) }
}

function namedCommit(correction: Correction): readonly string[] {
  const commit = commitOfRevertFlag(correction)
  return commit === undefined ? [] : [commit]
}

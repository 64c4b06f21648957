import type { HistoryReason, ReadRegion } from '@chronicle/schema'
import { foldText } from './fold-text.ts'
import { subjectTitle } from './message-text.ts'

/**
 * Removes commits that only repeat an intent which is shown: a change that was picked into another branch has the same
 * subject there. A verbose answer is unchanged. `undefined` if there is none left.
 */
export function withoutShownSubjects(
  reasons: readonly HistoryReason[] | undefined,
  regions: readonly ReadRegion[],
  verbose: boolean,
): readonly HistoryReason[] | undefined {
  if (verbose || reasons === undefined) return reasons
  const shown = new Set(regions.map(({ intent }) => foldText(subjectTitle(intent))))
  const left = reasons.filter(
    ({ passages, summary }) =>
      passages.length > 0 || summary === undefined || !shown.has(foldText(subjectTitle(summary))),
  )
  return left.length === 0 ? undefined : left
}

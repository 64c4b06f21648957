import type { HistoryReason } from '@chronicle/schema'
import { dropOrderOf } from '../prose/choose-passages.ts'
import { splitSentences } from '../prose/split-sentences.ts'

/** A passage that may be withheld, by its place. */
export interface ReasonStep {
  readonly reason: number
  readonly passage: number
}

/** How much a message counts that is about more than the place asked for. */
const ABOUT_WEIGHT: Readonly<Record<NonNullable<HistoryReason['about']>, number>> = {
  enclosing_unit: 0.9,
  file: 0.8,
  change: 0.6,
}
/** The logarithm of 2, to the base 10. */
const SPREAD = 0.3
/** What was undone or mended tells less about the code of today. */
const REPLACED_WEIGHT = 0.4

/** Every passage once, the one that is missed least first. `names` are those of the code asked about. */
export function reasonSteps(reasons: readonly HistoryReason[], names: readonly string[]): readonly ReasonStep[] {
  const passages = reasons.map((reason) =>
    reason.passages.map(({ text }) => ({ text, sentences: splitSentences(text.replace(/\s+/gu, ' ')) })),
  )
  const weights = reasons.map(
    ({ about, files_changed: files = 1, replaced_by: by }) =>
      (about === undefined ? 1 : ABOUT_WEIGHT[about]) *
      (by === undefined ? 1 : REPLACED_WEIGHT) *
      // What changed ten times as many files says half as much about each of them.
      Math.max(1, files) ** -SPREAD,
  )
  return dropOrderOf(passages, { names, weights }).map(({ message, passage }) => ({ reason: message, passage }))
}

/** The reasons without some passages; one that has none left goes. */
export function withoutPassages(
  reasons: readonly HistoryReason[],
  dropped: readonly ReasonStep[],
): readonly HistoryReason[] {
  if (dropped.length === 0) return reasons
  const gone = new Set(dropped.map(({ reason, passage }) => `${reason} ${passage}`))
  return reasons.flatMap((reason, index) => {
    const passages = reason.passages.filter((_, passage) => !gone.has(`${index} ${passage}`))
    return passages.length === 0 ? [] : [{ ...reason, passages }]
  })
}

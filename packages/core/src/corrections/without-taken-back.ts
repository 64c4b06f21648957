import type { CorrectionEntry } from './correction-entry.ts'

/** The field that a correction names which takes a flag back. */
export const FLAGS = 'corrections'

/** The corrections of a region without the flags that were taken back later, and without what took them back. */
export function withoutTakenBack(entries: readonly CorrectionEntry[]): readonly CorrectionEntry[] {
  const takers = entries.filter(isTakingBack)
  if (takers.length === 0) return entries
  const isTakenBack = ({ correction: { correction_type: type, reason }, time }: CorrectionEntry): boolean =>
    type === 'flag' && takers.some((taker) => taker.correction.target_value === reason && time <= taker.time)
  return entries.filter((entry) => !isTakingBack(entry) && !isTakenBack(entry))
}

function isTakingBack({ correction: { correction_type: type, field } }: CorrectionEntry): boolean {
  return type === 'remove' && field === FLAGS
}

import type { Correction } from '@chronicle/schema'
import type { CorrectionEntry } from './correction-entry.ts'

/** Value of `field` in a correction that takes back a flag. */
export const TAKE_BACK_FIELD = 'corrections'

/** Removes flags that were taken back later, and the corrections that took them back. */
export function removeTakenBackFlags(entries: readonly CorrectionEntry[]): readonly CorrectionEntry[] {
  const takers = entries.filter(({ correction }) => takesFlagBack(correction))
  if (takers.length === 0) return entries
  const isTakenBack = ({ correction: { correction_type: type, reason }, time }: CorrectionEntry): boolean =>
    type === 'flag' && takers.some((taker) => taker.correction.target_value === reason && time <= taker.time)
  return entries.filter((entry) => !takesFlagBack(entry.correction) && !isTakenBack(entry))
}

/** Whether a correction takes back a flag. */
export function takesFlagBack({ correction_type: type, field }: Partial<Correction>): boolean {
  return type === 'remove' && field === TAKE_BACK_FIELD
}

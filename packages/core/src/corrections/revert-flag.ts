import { correctionDocument, parseCorrection, parseJson, type Correction } from '@chronicle/schema'
import type { Commit } from '../contracts/git-backend.ts'
import { revertFlagReason, revertInReason } from '../prose/revert-reason.ts'
import { TAKE_BACK_FIELD } from './remove-taken-back-flags.ts'

/** A correction that says that a commit was reverted, or takes that back. */
export interface RevertFlag {
  readonly correction: Correction
  /** The first digits of the id of the reverting commit. */
  readonly revert: string
  /** Returns the same correction about another reverting commit, as a line. */
  readonly lineFor: (commit: Pick<Commit, 'id' | 'message'>) => string
}

/** Parses a stored correction. Returns `undefined` if it is about no revert. */
export function parseRevertFlag(line: string): RevertFlag | undefined {
  const correction = parseCorrection(parseJson(line))
  if (correction === undefined) return undefined
  const { correction_type: type, field } = correction
  const key = type === 'flag' ? 'reason' : type === 'remove' && field === TAKE_BACK_FIELD ? 'target_value' : undefined
  const revert = key && revertInReason(correction[key])
  if (revert === undefined) return undefined
  const lineFor: RevertFlag['lineFor'] = (commit) =>
    JSON.stringify(correctionDocument({ ...correction, [key as string]: revertFlagReason(commit) }))
  return { correction, revert, lineFor }
}

import { correctionDocument, parseCorrection, parseJson, type Correction } from '@chronicle/schema'
import type { Commit } from '../contracts/git-backend.ts'
import {
  codeIsBackReason,
  replacementInReason,
  returnInReason,
  revertFlagReason,
  revertInReason,
} from '../prose/revert-reason.ts'
import { takesFlagBack } from './remove-taken-back-flags.ts'

/** A correction that says that a commit was reverted, or takes that back. */
export interface RevertFlag {
  readonly correction: Correction
  /**
   * `reverted`: the flag. `back`: takes it back where a commit reverted the revert. `replaced`: takes it back where
   * another commit replaced the revert.
   */
  readonly kind: 'reverted' | 'back' | 'replaced'
  /** The first digits of the id of the reverting commit. */
  readonly revert: string
  /** The first digits of the id of the commit that brought the code back. Absent unless `kind` is `back`. */
  readonly backWith?: string
  /** Returns the same correction about other commits, as a line. Those that are absent stay. */
  readonly lineFor: (commits: {
    readonly revert?: Pick<Commit, 'id' | 'message'> | undefined
    readonly backWith?: Pick<Commit, 'id' | 'message'> | undefined
  }) => string
}

/** Parses a stored correction. Returns `undefined` if it is about no revert. */
export function parseRevertFlag(line: string): RevertFlag | undefined {
  const correction = parseCorrection(parseJson(line))
  if (correction === undefined) return undefined
  const isTakeBack = takesFlagBack(correction)
  const key = correction.correction_type === 'flag' ? 'reason' : isTakeBack ? 'target_value' : undefined
  const revert = key && revertInReason(correction[key])
  if (key === undefined || revert === undefined) return undefined
  const backWith = isTakeBack ? returnInReason(correction.reason) : undefined
  const lineFor: RevertFlag['lineFor'] = (commits) =>
    JSON.stringify(
      correctionDocument({
        ...correction,
        ...(commits.backWith !== undefined && backWith !== undefined && { reason: codeIsBackReason(commits.backWith) }),
        ...(commits.revert !== undefined && { [key]: revertFlagReason(commits.revert) }),
      }),
    )
  if (backWith !== undefined) return { correction, kind: 'back', revert, backWith, lineFor }
  return { correction, kind: isTakeBack ? 'replaced' : 'reverted', revert, lineFor }
}

/**
 * Returns the first digits of the commit without which a correction does not apply: the one that reverts the annotated
 * commit, brings its code back, or replaced the revert. `undefined` if the correction is about no revert.
 */
export function commitOfRevertFlag(correction: Correction): string | undefined {
  const { correction_type: type, reason, target_value: flag } = correction
  if (type === 'flag') return revertInReason(reason)
  if (!takesFlagBack(correction) || revertInReason(flag) === undefined) return undefined
  return returnInReason(reason) ?? replacementInReason(reason)
}

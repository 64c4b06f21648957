import type { Commit } from '../contracts/git-backend.ts'
import { escapeUnsafe } from '../text/escape-unsafe.ts'
import { subjectOf } from '../text/subject-of.ts'

const REVERTED_BY = /^Reverted by (?<id>[0-9a-f]{12}) \(.*\)\.$/su
const BACK_WITH = /^Its code is back with (?<id>[0-9a-f]{12}) \(.*\)\.$/su
const REPLACED_BY = /^(?<id>[0-9a-f]{12}) \(.*\) replaced that commit\.$/su

/** Returns the reason of the flag on what a commit reverts. */
export function revertFlagReason(commit: Pick<Commit, 'id' | 'message'>): string {
  return `Reverted by ${commitLabel(commit)}.`
}

/** Returns the first digits of the id of the reverting commit. `undefined` if it is not the reason of such a flag. */
export function revertInReason(reason: string | undefined): string | undefined {
  return REVERTED_BY.exec(reason ?? '')?.groups?.['id']
}

/** Returns the reason for taking back such a flag when a commit reverts the revert. */
export function codeIsBackReason(commit: Pick<Commit, 'id' | 'message'>): string {
  return `Its code is back with ${commitLabel(commit)}.`
}

/** Returns the first digits of the id of the commit that brought the code back. `undefined` for another reason. */
export function returnInReason(reason: string | undefined): string | undefined {
  return BACK_WITH.exec(reason ?? '')?.groups?.['id']
}

/** Returns the reason for taking back such a flag when the revert was rewritten as another commit. */
export function revertReplacedReason(commit: Pick<Commit, 'id' | 'message'>): string {
  return `${commitLabel(commit)} replaced that commit.`
}

/** Returns the first digits of the id of the commit that replaced a revert. `undefined` for another reason. */
export function replacementInReason(reason: string | undefined): string | undefined {
  return REPLACED_BY.exec(reason ?? '')?.groups?.['id']
}

/** Formats a commit as in the reasons of flags: `3f2a1c9d0000 (Revert "Hand out four")`. */
export function commitLabel({ id, message }: Pick<Commit, 'id' | 'message'>): string {
  return `${id.slice(0, 12)} (${escapeUnsafe(subjectOf(message))})`
}

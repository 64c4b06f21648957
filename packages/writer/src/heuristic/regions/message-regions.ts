import type { Diagnostic } from '@chronicle/schema'
import type { CommitContext } from '../../commit-context.ts'
import { isAboutText } from '../message/clean-sentence.ts'
import { messageReasons } from '../message/message-reasons.ts'
import type { CommitMessage } from '../message/read-message.ts'
import { rejectedAlternatives } from '../message/rejected-alternatives.ts'
import { fileRole, type FileRole } from '../places/file-role.ts'
import { changedPlaces, mainPlaces } from '../places/main-places.ts'
import type { Drafts } from './draft-region.ts'

/** Puts what the message gives as reasons where the commit mainly changed the code. */
export async function findMessageClaims(
  message: CommitMessage,
  context: CommitContext,
  drafts: Drafts,
  diagnostics: Diagnostic[],
): Promise<void> {
  const role = roleOf(message, context)
  const reasons = role === undefined || isAboutText(message.subject) ? [] : messageReasons(message)
  if (role === undefined || reasons.length === 0) return
  const changed = await changedPlaces(context, role)
  let placed = changed.length === 0
  for (const reason of reasons) {
    for (const place of mainPlaces(changed, reason, message.subject)) {
      placed = true
      const draft = drafts.at(place)
      draft.reasons.push(reason)
      draft.evidence.push({ kind: 'commit_message', quote: reason })
      for (const { approach, reason: why, quote } of rejectedAlternatives(reason)) {
        draft.rejected.push({ approach, reason: why })
        draft.evidence.push({ kind: 'commit_message', quote })
      }
    }
  }
  if (placed) return
  diagnostics.push({
    code: 'reason_without_place',
    severity: 'info',
    message:
      'The message gives reasons, but the commit changes too much in too many places to say what they are about.',
    commit: context.commit.id,
  })
}

/** Which files a message speaks of: code, or configuration where no code was changed. `undefined`: neither. */
function roleOf({ type, subject }: CommitMessage, { files }: CommitContext): FileRole | undefined {
  const roles = new Set(files.map(({ path }) => fileRole(path)))
  if (type !== undefined && /^(?:docs?|style|tests?)$/.test(type)) return undefined
  const build = type === 'ci' || type === 'build' || /^(?:ci|build|travis|github actions?)\b/i.test(subject)
  if (roles.has('code')) return build ? undefined : 'code'
  return roles.has('config') ? 'config' : undefined
}

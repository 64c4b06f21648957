import type { HistoryReason } from '@chronicle/schema'
import { parseMessage } from '../prose/parse-message.ts'

/** A reason with the whole message of its commit. */
export interface ReasonWithMessage {
  readonly reason: HistoryReason
  readonly message: string
}

const REPLACING: ReadonlySet<string> = new Set(['reverts', 'fixes'])

/**
 * Marks commits that a newer one reverts or fixes, by the id or subject in its message. A commit whose revert was
 * itself reverted is not marked. A reverted commit with only a subject to quote is omitted, because the revert quotes
 * that subject.
 */
export function withReplacements(reasonsWithMessages: readonly ReasonWithMessage[]): readonly HistoryReason[] {
  const replaced = new Map<string, NonNullable<HistoryReason['replaced_by']>>()
  for (const [position, { reason, message }] of reasonsWithMessages.entries()) {
    const older = reasonsWithMessages.slice(position + 1)
    for (const { commit, relation, subject } of parseMessage(message).links.commits) {
      if (!REPLACING.has(relation)) continue
      const target = older.find(({ reason: other }) =>
        commit === undefined ? other.summary === subject : other.commit.startsWith(commit),
      )
      if (target === undefined || replaced.has(target.reason.commit)) continue
      replaced.set(target.reason.commit, { commit: reason.commit, relation: relation as 'reverts' | 'fixes' })
    }
  }
  const isUndone = (commit: string): boolean => {
    const by = replaced.get(commit)
    return by?.relation === 'reverts' && !isUndone(by.commit)
  }
  const summaries = new Map(reasonsWithMessages.map(({ reason }) => [reason.commit, reason.summary]))
  return reasonsWithMessages.flatMap(({ reason }) => {
    const by = replaced.get(reason.commit)
    if (by === undefined || isUndone(by.commit)) return [reason]
    const isQuoted = by.relation === 'reverts' && summaries.get(by.commit) === `Revert "${reason.summary ?? ''}"`
    return isQuoted && reason.passages.length === 0 ? [] : [{ ...reason, replaced_by: by }]
  })
}

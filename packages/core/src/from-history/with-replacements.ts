import type { HistoryReason } from '@chronicle/schema'
import { parseMessage } from '../prose/parse-message.ts'

/** A reason with the whole message that it is from. */
export interface ReasonWithMessage {
  readonly reason: HistoryReason
  readonly message: string
}

const REPLACING: ReadonlySet<string> = new Set(['reverts', 'fixes'])

/** Marks the commits that a newer one of them reverts or fixes, by the id or the subject that its message gives. */
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
  return reasonsWithMessages.map(({ reason }) => {
    const by = replaced.get(reason.commit)
    return by === undefined ? reason : { ...reason, replaced_by: by }
  })
}

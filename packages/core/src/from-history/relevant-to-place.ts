import { isArgument } from '../prose/is-argument.ts'
import { commitBreadth } from './commit-breadth.ts'
import type { PlaceRevision } from './history-of-places.ts'
import { mentionsPlace } from './mentions-place.ts'
import type { QuotedMessage } from './quote-messages.ts'

/**
 * Returns the part of a message that is worth quoting for one place of a commit to many files, or `undefined`. Most
 * such commits do the same thing everywhere: their message must mention the place, give a reason, or be a revert. For a
 * wide commit, only passages that mention the place are kept.
 */
export function relevantToPlace(
  quoted: QuotedMessage,
  revision: PlaceRevision,
  filesChanged: number,
): QuotedMessage | undefined {
  const { message, passages: all } = quoted
  if (/^Revert\b/.test(message.subject)) return quoted
  const isWide = commitBreadth(filesChanged) === 'wide'
  const mentions = mentionsPlace(revision, { isWide })
  const passages = isWide ? all.filter(({ text }) => mentions(text)) : all
  const isRelevant =
    mentions(message.subject) || passages.some(({ sentences, text }) => mentions(text) || sentences.some(isArgument))
  return isRelevant ? { ...quoted, passages } : undefined
}

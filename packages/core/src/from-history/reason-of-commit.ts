import { omitUndefined, type Annotation, type HistoryPassage, type HistoryReason } from '@chronicle/schema'
import type { SourcedCommit } from '../contracts/annotation-source.ts'
import type { Commit } from '../contracts/git-backend.ts'
import { isArgument } from '../prose/is-argument.ts'
import { rulesOfRemovedComments } from '../read/comment-of-region.ts'
import { commitBreadth, type CommitBreadth } from './commit-breadth.ts'
import type { PlaceRevision } from './history-of-places.ts'
import { isAboutPlace } from './is-about-place.ts'
import { mentionsPlace } from './mentions-place.ts'
import { messageTopic } from './message-topic.ts'
import type { QuotedMessage } from './quote-messages.ts'
import { reasonOfMessage } from './reason-of-message.ts'
import { unitNames } from './unit-names.ts'
import { withSquashTitles } from './with-squash-titles.ts'
import { withoutTaskItems } from './without-task-items.ts'

/** A commit's change of a place. */
export interface PlaceChange {
  readonly revision: PlaceRevision
  /** Number of files that the commit changed, if known. */
  readonly filesChanged?: number | undefined
  /** Whether no code of the place changed. */
  readonly isCommentOnly?: boolean
}

/**
 * Returns the reason of a commit for a place that it changed: passages of its message, and rules that it wrote into
 * comments of the place and that no longer exist. Returns `undefined` if there are none, or its subject only names the
 * change.
 */
export function reasonOfCommit(
  commit: Commit,
  quotedMessage: QuotedMessage,
  sourced: SourcedCommit | undefined,
  { filesChanged, isCommentOnly = false, revision }: PlaceChange,
): HistoryReason | undefined {
  const annotation = sourced?.annotation
  const names = unitNames(revision)
  const about = messageTopic(quotedMessage.message, annotation, revision, filesChanged)
  const whole = withSquashTitles(names, withoutTaskItems(quotedMessage, filesChanged, names))
  const breadth = about === undefined ? 'narrow' : commitBreadth(filesChanged ?? 0)
  const isWhole = breadth === 'narrow' && !isCommentOnly
  const relevant = isWhole ? whole : relevantToPlace(whole, revision, breadth)
  const comments = removedCommentRules(annotation, revision)
  if (relevant === undefined && comments.length === 0) return undefined
  const reason = reasonOfMessage(commit, relevant ?? { ...whole, passages: [] }, comments)
  return reason && { ...reason, ...omitUndefined({ about, files_changed: filesChanged }) }
}

/** Returns the rules that a commit wrote into comments of the place and that no longer exist. */
function removedCommentRules(annotation: Annotation | undefined, revision: PlaceRevision): readonly HistoryPassage[] {
  return (annotation?.regions ?? [])
    .filter((region) => isAboutPlace(region, revision))
    .flatMap((region) => rulesOfRemovedComments(region, revision.file.target))
    .map((text): HistoryPassage => ({ text, source: 'comment' }))
}

/**
 * Returns the part of a message that is worth quoting for one place of a commit to many files, or of one that changed
 * only comments there, or `undefined`. Most such commits do the same thing everywhere: their message must mention the
 * place, give a reason, or be a revert. For a wide commit, only passages that mention the place are kept.
 */
function relevantToPlace(
  quoted: QuotedMessage,
  revision: PlaceRevision,
  breadth: CommitBreadth,
): QuotedMessage | undefined {
  const { message, passages: all } = quoted
  if (/^Revert\b/.test(message.subject)) return quoted
  const isWide = breadth === 'wide'
  const mentions = mentionsPlace(revision, { isWide })
  const passages = isWide ? all.filter(({ text }) => mentions(text)) : all
  const isRelevant =
    mentions(message.subject) || passages.some(({ sentences, text }) => mentions(text) || sentences.some(isArgument))
  return isRelevant ? { ...quoted, passages } : undefined
}

import {
  omitUndefined,
  type Annotation,
  type HistoryPassage,
  type HistoryReason,
  type RepoPath,
} from '@chronicle/schema'
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
import { withoutItemsOfOtherFiles } from './without-items-of-other-files.ts'
import { withoutTaskItems } from './without-task-items.ts'

/** A commit's change of a place. */
export interface PlaceChange {
  readonly revision: PlaceRevision
  /** The files that the commit changed, if known. */
  readonly changed?: readonly RepoPath[] | undefined
}

/** What a commit says of its change of a place. */
export interface ReasonOfChange {
  /** Absent if the commit says nothing, or only names the change. */
  readonly reason?: HistoryReason
  /**
   * Present if the message neither gives a reason nor mentions the place, so that it is not about a change of comments
   * alone: what is left without it.
   */
  readonly ofComments?: { readonly reason?: HistoryReason }
}

/**
 * Returns the reason of a commit for a place that it changed: passages of its message, and rules that it wrote into
 * comments of the place and that no longer exist.
 */
export function reasonOfCommit(
  commit: Commit,
  quotedMessage: QuotedMessage,
  sourced: SourcedCommit | undefined,
  { changed, revision }: PlaceChange,
): ReasonOfChange {
  const annotation = sourced?.annotation
  const filesChanged = changed?.length
  const names = unitNames(revision)
  const about = messageTopic(quotedMessage.message, annotation, revision, filesChanged)
  const whole = withSquashTitles(
    names,
    withoutItemsOfOtherFiles(withoutTaskItems(quotedMessage, filesChanged, names), revision, names, changed),
  )
  const breadth = about === undefined ? 'narrow' : commitBreadth(filesChanged ?? 0)
  const relevant = relevantToPlace(whole, revision, breadth)
  const comments = removedCommentRules(annotation, revision)
  const reasonWith = (quoted: QuotedMessage | undefined): { readonly reason?: HistoryReason } => {
    if (quoted === undefined && comments.length === 0) return {}
    const reason = reasonOfMessage(commit, quoted ?? { ...whole, passages: [] }, comments)
    return omitUndefined({ reason: reason && { ...reason, ...omitUndefined({ about, files_changed: filesChanged }) } })
  }
  if (breadth !== 'narrow' || relevant !== undefined) return reasonWith(breadth === 'narrow' ? whole : relevant)
  return { ...reasonWith(whole), ofComments: reasonWith(undefined) }
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

import { omitUndefined, type Evidence, type RelatedAnnotation } from '@chronicle/schema'
import {
  argues,
  isAboutChecks,
  isAboutText,
  needsPreviousSentence,
  passagesText,
  sentenceCues,
  sentenceRole,
  splitSentences,
  type CommitRelation,
} from '@chronicle/core/prose'
import type { ChangedFile, CommitContext } from '../../commit-context.ts'
import { givesReason, hasExplanation } from '../message/gives-reason.ts'
import { messageReason, passagesToQuote, type MessageReason } from '../message/message-reason.ts'
import { isSaidInComments } from '../message/said-in-comments.ts'
import { messageRules } from '../message/message-rules.ts'
import type { CommitMessage } from '../message/read-message.ts'
import { rejectedAlternatives } from '../message/rejected-alternatives.ts'
import { isLockFile } from '../../text/is-lock-file.ts'
import { isPage } from '../../text/is-page.ts'
import { fileRole, mentionsFile, type FileRole } from '@chronicle/core/text'
import { changesCode } from '../places/changed-code.ts'
import { changedPassage, changedPlaces, type ChangedPlace } from '../places/main-places.ts'
import { otherNamedPlaces, reasonPlace } from '../places/reason-place.ts'
import type { CodePlace } from '../places/unit-of-lines.ts'
import type { DraftRegion, Drafts } from './draft-region.ts'

/** Maximum number of units, besides the main one, for which separate passages are recorded. */
const MAX_OTHERS = 2

/**
 * Adds the reason that the message gives to the draft of the commit's main place, once. A passage about another unit
 * that it names goes there too, with a link to the main place. `cite` creates the citation of a quote; by default it
 * cites the message. `findReason` finds the reason; by default as in a commit message.
 */
export async function findMessageClaims(
  message: CommitMessage,
  context: CommitContext,
  drafts: Drafts,
  cite: (quote: string) => Evidence = quoteOf,
  findReason: (message: CommitMessage) => MessageReason | undefined = messageReason,
): Promise<void> {
  const roles = rolesOf(message, context)
  const isText = isAboutText(message.subject) && !explains(message)
  const reason = roles.length === 0 || isText ? undefined : findReason(message)
  if (reason === undefined || isSaidInComments(bodyOf(reason, message), context)) return
  const inCode = ABOUT_DEPENDENCIES.test(message.subject)
    ? (
        await Promise.all([...new Set([...roles, 'config' as const])].map((role) => changedPlaces(context, role)))
      ).flat()
    : await firstChanged(roles, context)
  const changed = inCode.length > 0 ? inCode : otherFiles(reason, message, context)
  if (changed.length === 0 && !onlyMoves(context) && !reason.argument.some(givesReason)) return
  const said = reason.quotes.join('\n')
  const largest = reasonPlace(changed, message.subject, said)
  const place = namesOtherFiles(said, largest, context) ? undefined : largest
  // For a change of tests or documentation alone, the subject repeats the diff.
  if (reason.argument.length === 0 && reason.intent === message.subject && isOnlyTestsOrText(changed, place)) return
  const main = drafts.at(place)
  addReason(main, reason, cite)
  main.related.push(...relatedCommits(message, place))
  for (const [other, passage] of otherPassages(reason, message, changed, place)) {
    const draft = drafts.at(other)
    draft.intent ??= passage
    draft.evidence.push(cite(passage))
    if (place !== undefined)
      draft.related.push({ ...anchorOf(context, place), relationship: 'reason of the same commit' })
  }
}

/**
 * Whether a message about text, tests or their infrastructure says why they changed, and not only what they now say or
 * test. For tests and their infrastructure, a message of some length also counts.
 */
function explains(message: CommitMessage): boolean {
  if (SLIPS.test(message.subject)) return false
  const prose = message.blocks
    .filter(({ kind }) => kind === 'paragraph' || kind === 'bullet')
    .flatMap(({ text }) => splitSentences(text))
  if (argues(message) && prose.some((sentence) => /^(?:problem|cause|rejected)$/.test(sentenceRole(sentence))))
    return true
  const passages = passagesToQuote(message).filter(({ bullet, text }) => !bullet && !CLARIFIES.test(text))
  return passages.some(givesReason) || (isAboutChecks(message.subject) && hasExplanation(passages))
}

/** Corrections of language, whose only reason is the mistake. */
const SLIPS = /\b(?:typos?|gramma\w*|spelling|misspell\w*)\b/i
/** Repeats what the text now says. */
const CLARIFIES =
  /^(?:this|it|we) (?:\w+ )?(?:clarif\w+|makes? (?:it |this )?clear|explains?|documents?|notes?|mentions?)\b/i

/** Whether a text names changed files, but not the file that it would be about as a whole. */
function namesOtherFiles(text: string, place: CodePlace | undefined, { files }: CommitContext): boolean {
  if (place === undefined || place.unit !== undefined || mentionsFile(text, place.file.path)) return false
  return files.some(({ path }) => path !== place.file.path && mentionsFile(text, path))
}

/** A change of dependencies is in their list as much as in the code that follows it. */
const ABOUT_DEPENDENCIES = /^(?:cargo|deps?)\b/i

/** Returns the quoted part of the message body. */
function bodyOf({ quotes }: MessageReason, { subject }: CommitMessage): string {
  return quotes.filter((quote) => quote !== subject).join('\n')
}

function addReason(
  draft: DraftRegion,
  { intent, argument, quotes }: MessageReason,
  cite: (quote: string) => Evidence,
): void {
  draft.intent = intent
  if (argument.length > 0) draft.reasons.push(passagesText(argument))
  draft.evidence.push(...quotes.map(cite))
  const sentences = argument.flatMap((passage) => passage.sentences)
  draft.constraints.push(...messageRules(sentences))
  for (const { approach, reason, quote } of rejectedAlternatives(sentences)) {
    draft.rejected.push({ approach, reason })
    draft.evidence.push(cite(quote))
  }
}

/** Returns passages with a reason of their own that name a changed unit outside the main place. */
function otherPassages(
  { argument }: MessageReason,
  { blocks }: CommitMessage,
  changed: readonly ChangedPlace[],
  main: CodePlace | undefined,
): readonly (readonly [CodePlace, string])[] {
  // A passage that makes up most of the argument is about the whole change, whatever it names.
  const whole = passagesText(argument).length
  const found = argument.flatMap((passage) => {
    const { text, sentences } = passage
    if (!givesReason(passage) || needsPreviousSentence(sentences[0] ?? '') || text.length > whole / 2) return []
    // A sentence inside a paragraph depends on the previous ones.
    if (!blocks.some((block) => block.text.startsWith(sentences[0] ?? ''))) return []
    // By itself, `This moves it` does not say what does.
    if (/^this(?! (?:change|commit|fix|patch|pr)\b)/i.test(sentences[0] ?? '')) return []
    // The previous passage says what the alternative is.
    if (/\binstead\b(?! of)/i.test(sentences[0] ?? '')) return []
    const [place] = otherNamedPlaces(changed, text, main)
    return place === undefined ? [] : [[place, text] as const]
  })
  return found
    .filter(([{ unit }], index) => found.findIndex(([other]) => other.unit === unit) === index)
    .slice(0, MAX_OTHERS)
}

const RELATIONS: Readonly<Record<CommitRelation, string>> = {
  reverts: 'reverts',
  reapplies: 'reapplies',
  fixes: 'fixes',
  introduced_in: 'says what came with',
  picked_from: 'picked from',
  squashes: 'squashes',
  refers_to: 'refers to',
}
/** Maximum number of related commits. A message that names more, such as that of a merge, is a list. */
const MAX_RELATED = 5

/** Returns the commits that the message names by id. URLs are ignored if they lead to another repository. */
function relatedCommits({ links }: CommitMessage, place: CodePlace | undefined): readonly RelatedAnnotation[] {
  return links.commits
    .flatMap(({ commit, relation, repository }) =>
      commit === undefined || repository !== undefined
        ? []
        : [{ commit, anchor: place?.unit?.name ?? place?.file.path ?? '', relationship: RELATIONS[relation] }],
    )
    .slice(0, MAX_RELATED)
}

function anchorOf({ commit }: CommitContext, { file, unit }: CodePlace): Pick<RelatedAnnotation, 'commit' | 'anchor'> {
  return { commit: commit.id, anchor: unit === undefined ? file.path : `${file.path}:${unit.name}` }
}

function quoteOf(quote: string): Evidence {
  return { kind: 'commit_message', quote }
}

/** Returns the changed places of the first role with changed code, after those of which only documentation changed. */
async function firstChanged(roles: readonly FileRole[], context: CommitContext): Promise<readonly ChangedPlace[]> {
  const found: ChangedPlace[] = []
  for (const role of roles) {
    found.push(...(await changedPlaces(context, role)))
    if (found.some(({ isTextOnly }) => isTextOnly !== true)) break
  }
  return found
}

/** Whether the reason says what is wrong with another version, and not only what is better about this one. */
function describesFault({ argument, intent }: MessageReason): boolean {
  return [intent, ...argument.flatMap(({ sentences }) => sentences)].some((sentence) => {
    const cues = sentenceCues(sentence)
    return cues.has('failure') || cues.has('rejected')
  })
}

/**
 * Returns the files that a reason is about in a commit without code changes, if the message says why, or what was wrong
 * with a version.
 */
function otherFiles(reason: MessageReason, message: CommitMessage, { files }: CommitContext): readonly ChangedPlace[] {
  const chosen = documentationFiles(files)
  const isTold =
    reason.argument.some(givesReason) ||
    (chosen.some(({ path }) => isPage(path)) && explains(message)) ||
    (chosen.some(({ path }) => isLockFile(path)) && describesFault(reason))
  return (isTold ? chosen : [])
    .filter(({ after }) => after !== undefined)
    .map((file) => ({
      file,
      weight: file.hunks.reduce((sum, { new: { count } }) => sum + count, 0),
      ...omitUndefined({ lines: changedPassage(file) }),
    }))
    .filter(({ weight }) => weight > 0)
}

/** Returns the only file; all files, if all are lock files; none, if some are; otherwise the pages. */
function documentationFiles(files: readonly ChangedFile[]): readonly ChangedFile[] {
  const locks = files.filter(({ path }) => isLockFile(path))
  if (files.length === 1 || locks.length === files.length) return files
  return locks.length > 0 ? [] : files.filter(({ path }) => isPage(path))
}

/** Whether every file was only moved. */
function onlyMoves({ files }: CommitContext): boolean {
  return files.length > 0 && files.every(({ status, hunks }) => status === 'renamed' && hunks.length === 0)
}

function isOnlyTestsOrText(changed: readonly ChangedPlace[], named: CodePlace | undefined): boolean {
  return changed.every(
    ({ file, isTextOnly, unit }) =>
      fileRole(file.path) === 'test' || (isTextOnly === true && (unit === undefined || unit !== named?.unit)),
  )
}

/**
 * Returns the roles of the files that a message is about: code, or configuration, or tests if nothing else changed. Code
 * of which only comments or docstrings changed is not enough if there are tests.
 */
function rolesOf(message: CommitMessage, { files }: CommitContext): readonly FileRole[] {
  const { type, subject } = message
  const roles = new Set(files.map(({ path }) => fileRole(path)))
  if (type !== undefined && /^(?:docs?|style)$/.test(type) && !explains(message)) return []
  const build = type === 'ci' || type === 'build' || /^(?:ci|build|travis|github actions?)\b/i.test(subject)
  if (build) return ['config', 'code']
  if (isAboutChecks(subject) && isAboutText(subject)) return ['test', 'config', 'code']
  if (roles.has('code')) {
    const isCode = !roles.has('test') || files.some((file) => fileRole(file.path) === 'code' && changesCode(file))
    return isCode ? ['code'] : ['code', 'test']
  }
  return roles.has('config') ? ['config'] : ['test']
}

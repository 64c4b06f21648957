import type { Evidence, RelatedAnnotation } from '@chronicle/schema'
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
import { givesReason, saysMore } from '../message/gives-reason.ts'
import { messageReason, passagesToQuote, type MessageReason } from '../message/message-reason.ts'
import { isSaidInComments } from '../message/said-in-comments.ts'
import { messageRules } from '../message/message-rules.ts'
import type { CommitMessage } from '../message/read-message.ts'
import { rejectedAlternatives } from '../message/rejected-alternatives.ts'
import { isLockFile } from '../../text/is-lock-file.ts'
import { isPage } from '../../text/is-page.ts'
import { fileRole, type FileRole } from '@chronicle/core/text'
import { changedPlaces, type ChangedPlace } from '../places/main-places.ts'
import { otherNamedPlaces, reasonPlace } from '../places/reason-place.ts'
import type { CodePlace } from '../places/unit-of-lines.ts'
import type { DraftRegion, Drafts } from './draft-region.ts'

/** Units beside the main one that passages of their own are recorded about, at most. */
const MAX_OTHERS = 2

/**
 * Puts the reason that the message gives where the commit mainly changed the code, once; what it says of another unit
 * by name stands there too, and links to the whole. `cite` makes the citation of a quote. Default: of the message.
 * `findReason` finds the reason. Default: as in the message of a commit.
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
  const inCode = await firstChanged(roles, context)
  const changed = inCode.length > 0 ? inCode : otherFiles(reason, message, context)
  // Of tests alone the subject says what the diff shows.
  if (reason.argument.length === 0 && reason.intent === message.subject && isOnlyTests(changed)) return
  if (changed.length === 0 && !onlyMoves(context) && !reason.argument.some(givesReason)) return
  const place = reasonPlace(changed, message.subject, reason.quotes.join('\n'))
  const main = drafts.at(place)
  tellReason(main, reason, cite)
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
 * Whether a message about a text, tests or what runs them says why they were changed, and not only what they say or test
 * now. Of tests and what runs them, also at length without a word that gives a ground.
 */
function explains(message: CommitMessage): boolean {
  if (SLIPS.test(message.subject)) return false
  const prose = message.blocks
    .filter(({ kind }) => kind === 'paragraph' || kind === 'bullet')
    .flatMap(({ text }) => splitSentences(text))
  if (argues(message) && prose.some((sentence) => /^(?:problem|cause|rejected)$/.test(sentenceRole(sentence))))
    return true
  const passages = passagesToQuote(message).filter(({ bullet, text }) => !bullet && !CLARIFIES.test(text))
  return passages.some(givesReason) || (isAboutChecks(message.subject) && saysMore(passages))
}

/** Mends of language have no reason but the mistake. */
const SLIPS = /\b(?:typos?|gramma\w*|spelling|misspell\w*)\b/i
/** Repeats what the text says now. */
const CLARIFIES =
  /^(?:this|it|we) (?:\w+ )?(?:clarif\w+|makes? (?:it |this )?clear|explains?|documents?|notes?|mentions?)\b/i

/** What is quoted from below the subject. */
function bodyOf({ quotes }: MessageReason, { subject }: CommitMessage): string {
  return quotes.filter((quote) => quote !== subject).join('\n')
}

function tellReason(
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

/** Passages that give a reason of their own and name a changed unit which the whole reason does not stand on. */
function otherPassages(
  { argument }: MessageReason,
  { blocks }: CommitMessage,
  changed: readonly ChangedPlace[],
  main: CodePlace | undefined,
): readonly (readonly [CodePlace, string])[] {
  // What is most of the argument is about the change, whatever it names.
  const whole = passagesText(argument).length
  const found = argument.flatMap((passage) => {
    const { text, sentences } = passage
    if (!givesReason(passage) || needsPreviousSentence(sentences[0] ?? '') || text.length > whole / 2) return []
    // What begins inside of a paragraph goes on from what was said before it.
    if (!blocks.some((block) => block.text.startsWith(sentences[0] ?? ''))) return []
    // Instead of what, the passage before it says.
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
/** A message that names more commits lists them, such as the message of a merge. */
const MAX_RELATED = 5

/** The commits that the message names by id; the address of one may lead to another repository. */
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

async function firstChanged(roles: readonly FileRole[], context: CommitContext): Promise<readonly ChangedPlace[]> {
  for (const role of roles) {
    const changed = await changedPlaces(context, role)
    if (changed.length > 0) return changed
  }
  return []
}

/** Says what is wrong with another version, and not only what is better about this one. */
function tellsFault({ argument, intent }: MessageReason): boolean {
  return [intent, ...argument.flatMap(({ sentences }) => sentences)].some((sentence) => {
    const cues = sentenceCues(sentence)
    return cues.has('failure') || cues.has('rejected')
  })
}

/** The files of a commit to none of code that a reason stands on, where it says why or what was wrong with a version. */
function otherFiles(reason: MessageReason, message: CommitMessage, { files }: CommitContext): readonly ChangedPlace[] {
  const chosen = aloneOrPages(files)
  const isTold =
    reason.argument.some(givesReason) ||
    (chosen.some(({ path }) => isPage(path)) && explains(message)) ||
    (chosen.some(({ path }) => isLockFile(path)) && tellsFault(reason))
  return (isTold ? chosen : [])
    .filter(({ after }) => after !== undefined)
    .map((file) => ({ file, weight: file.hunks.reduce((sum, { new: { count } }) => sum + count, 0) }))
    .filter(({ weight }) => weight > 0)
}

/** The only file, or those that list dependencies where there are no others, or the pages. */
function aloneOrPages(files: readonly ChangedFile[]): readonly ChangedFile[] {
  const locks = files.filter(({ path }) => isLockFile(path))
  if (files.length === 1 || locks.length === files.length) return files
  return locks.length > 0 ? [] : files.filter(({ path }) => isPage(path))
}

/** Whether every file is where it was not before, and as it was. */
function onlyMoves({ files }: CommitContext): boolean {
  return files.length > 0 && files.every(({ status, hunks }) => status === 'renamed' && hunks.length === 0)
}

function isOnlyTests(changed: readonly ChangedPlace[]): boolean {
  return changed.every(({ file }) => fileRole(file.path) === 'test')
}

/** Which files a message speaks of: code, or configuration, or tests where nothing else was changed. */
function rolesOf(message: CommitMessage, { files }: CommitContext): readonly FileRole[] {
  const { type, subject } = message
  const roles = new Set(files.map(({ path }) => fileRole(path)))
  if (type !== undefined && /^(?:docs?|style)$/.test(type) && !explains(message)) return []
  const build = type === 'ci' || type === 'build' || /^(?:ci|build|travis|github actions?)\b/i.test(subject)
  if (build) return ['config', 'code']
  if (isAboutChecks(subject) && isAboutText(subject)) return ['test', 'config', 'code']
  if (roles.has('code')) return ['code']
  return roles.has('config') ? ['config'] : ['test']
}

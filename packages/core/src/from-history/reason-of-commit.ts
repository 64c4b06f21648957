import {
  omitEmpty,
  omitUndefined,
  type Annotation,
  type HistoryPassage,
  type HistoryReason,
  type Region,
} from '@chronicle/schema'
import { foldText } from '../answer/fold-text.ts'
import type { SourcedCommit } from '../contracts/annotation-source.ts'
import type { Commit } from '../contracts/git-backend.ts'
import { isOnlyAboutForm, isOnlyAboutText } from '../prose/about-text.ts'
import { givesGround } from '../prose/gives-ground.ts'
import { goesOnFromSubject } from '../prose/goes-on-from-subject.ts'
import type { Passage } from '../prose/group-sentences.ts'
import type { ParsedMessage } from '../prose/parse-message.ts'
import { namesCode } from '../prose/names-code.ts'
import { namesNoFailure, sentenceCues, withoutUnnamedFailures, type SentenceCue } from '../prose/sentence-cues.ts'
import { sentenceRole } from '../prose/sentence-role.ts'
import { sentenceValue } from '../prose/sentence-value.ts'
import { isSquashTitle, isTellingTitle } from '../prose/squash-titles.ts'
import { goneRules } from '../read/comment-of-region.ts'
import type { LineRevision } from '../history/line-history.ts'
import { commitTime } from '../read/commit-time.ts'
import { matchAnchor } from '../read/match-anchor.ts'
import type { PlaceRevision } from './history-of-places.ts'
import type { QuotedMessage } from './say-messages.ts'
import { speaksOfPlace } from './speaks-of-place.ts'

/**
 * Returns what a commit says about a place that it changed: its message, passage by passage, and rules of comments that
 * it wrote there and that are gone. `undefined`: nothing, or a subject that only names the change.
 */
export function reasonOfCommit(
  commit: Commit,
  quotedMessage: QuotedMessage,
  sourced: SourcedCommit | undefined,
  revision: PlaceRevision,
  filesChanged: number | undefined,
): HistoryReason | undefined {
  const names = namesOf(revision)
  const about = aboutOf(quotedMessage.message, sourced?.annotation, revision, filesChanged)
  const whole = withTitlesOf(names, withoutTasks(quotedMessage, filesChanged, names))
  const comments = goneComments(sourced?.annotation, revision)
  const isSpread = about !== undefined && (filesChanged ?? 0) > MAX_FILES_OF_ONE
  const quoted = isSpread ? ofPlace(whole, revision, names, filesChanged ?? 0) : whole
  if (quoted === undefined && comments.length === 0) return undefined
  const reason = reasonOfMessage(commit, quoted ?? { ...whole, passages: [] }, comments)
  if (reason === undefined) return undefined
  return { ...reason, ...omitUndefined({ about, files_changed: filesChanged }) }
}

/**
 * What the message of a change that is spread over many files tells one place: what has a word on that, or argues, or
 * takes something back. Most such changes do the same thing everywhere; of the widest, only passages that have a word on the
 * place are told.
 */
function ofPlace(
  quoted: QuotedMessage,
  revision: PlaceRevision,
  names: readonly string[],
  filesChanged: number,
): QuotedMessage | undefined {
  const { subject } = quoted.message
  if (/^Revert\b/.test(subject)) return quoted
  const wide = filesChanged > MAX_FILES_OF_ARGUMENT
  const speaks = speaksOfPlace(revision, names, { wide })
  const passages = wide ? quoted.passages.filter(({ text }) => speaks(text)) : quoted.passages
  const isTold = speaks(subject) || passages.some((each) => speaks(each.text) || grounded(each))
  return isTold ? { ...quoted, passages } : undefined
}

/**
 * Without the items of a list that only say what was done somewhere: in a wide commit, and of a long list, mostly not in
 * this place.
 */
export function withoutTasks(
  quoted: QuotedMessage,
  filesChanged: number | undefined,
  names: readonly string[] = [],
): QuotedMessage {
  const isWide = (filesChanged ?? 0) > MAX_FILES_OF_ONE
  if (!isWide && quoted.passages.filter(({ bullet }) => bullet).length < LONG_LIST) return quoted
  const isKept = (each: Passage): boolean =>
    !each.bullet || each.sentences.some(isReasoned) || namesCode(each.text, names)
  return { ...quoted, passages: quoted.passages.filter(isKept) }
}

/** With the titles of squashed commits that name the place, where they stand in the message. */
function withTitlesOf(names: readonly string[], quoted: QuotedMessage): QuotedMessage {
  const { message, passages } = quoted
  const told = new Set(passages.map(({ title }) => title))
  const titles = message.blocks
    .filter((block) => isSquashTitle(block) && isTellingTitle(block.text) && namesCode(block.text, names))
    .filter(
      ({ text }) => !told.has(text) && !foldText(message.subject).includes(foldText(text.replace(BEFORE_TITLE, ''))),
    )
    .map(({ text }): Passage => ({ text, sentences: [text.slice(2)], index: -1, continues: false, bullet: true }))
  if (titles.length === 0) return quoted
  const positionOf = ({ sentences: [first = ''] }: Passage): number =>
    message.blocks.findIndex(({ text }) => text.includes(first))
  return { ...quoted, passages: [...titles, ...passages].sort((a, b) => positionOf(a) - positionOf(b)) }
}

/** The mark of a title, and its type. */
const BEFORE_TITLE = /^\* (?:\w+(?:\([^)]*\))?!?: )?/

/** Whether an item says why. `Use x instead of y` and `Do not use y` are tasks. */
function isReasoned(sentence: string): boolean {
  const cues = sentenceCues(sentence)
  const isCommand = /^(?:do not|don't|never|always)\b/i.test(sentence)
  return givesGround(sentence) && (cues.has('reason') || cues.has('rejected') || (cues.has('failure') && !isCommand))
}

function grounded({ sentences }: Passage): boolean {
  return sentences.some(givesGround)
}

/** Returns what a commit says, whatever place it is asked about. `undefined`: nothing, or a subject that only names the change. */
export function reasonOfMessage(
  commit: Commit,
  { isBoilerplate, isRepeated, message, passages: own }: QuotedMessage,
  more: readonly HistoryPassage[] = [],
): HistoryReason | undefined {
  const argued = isOnlyAboutText(message.subject) || isOnlyAboutForm(message.subject) ? own.filter(grounded) : own
  const isSaid = more.length > 0 || argued.some(({ sentences }) => sentences.some(isStatement))
  if (!isSaid && (isBoilerplate || isRepeated || !tells(message.subject))) return undefined
  const goesOn = (each: Passage, before: Passage | undefined): boolean =>
    before === undefined ? !isRepeated && goesOnFromSubject(message.subject, each) : continuesAfter(before, each)
  const told = argued.map((each, index): HistoryPassage => {
    return { text: each.text, ...omitEmpty({ continues: goesOn(each, argued[index - 1]) }) }
  })
  return {
    origin: 'history',
    commit: commit.id,
    timestamp: commitTime(commit.committer.time) ?? '',
    ...omitEmpty({ author: commit.author.name }),
    ...(isRepeated ? {} : { summary: message.subject }),
    passages: [...told, ...more],
  }
}

/** A reference points somewhere else and says nothing itself. */
function isStatement(sentence: string): boolean {
  return sentenceRole(sentence) !== 'reference'
}

/** Cues that every subject has: it says what was done. */
const ORDINARY: ReadonlySet<SentenceCue> = new Set(['choice'])
/** Words by which a subject tells what was decided against, or what holds from now on. */
const DECIDES =
  /^Revert\b|\b(?:instead|rather|only|just|default|not|no|never|always|without|until|unless|again|allow|back)\b|^(?:\S+: )?(?:fix(?:e[sd]|ing)? )?(?:stop(?:s|ped|ping)?|preserv(?:e[sd]?|ing)|keep(?:s|ing)?|kept|retain(?:s|ed|ing)?|ensur(?:e[sd]?|ing)|(?:makes?|making|made) sure|prevent(?:s|ed|ing)?|avoid(?:s|ed|ing)?|respect(?:s|ed|ing)?|honou?r(?:s|ed|ing)?|reject(?:s|ed|ing)?|refus(?:e[sd]?|ing)|restrict(?:s|ed|ing)?|escap(?:e[sd]?|ing)) /iu

/** A subject that says how something is, as `app.run is not lazy` does, and not what was done to it. */
const STATES =
  /^(?:The [\w.-]+|\S*(?:[_.:(`]|\p{Ll}\p{Lu})\S*) (?:now |also |only )?(?:is|are|has|can|does|accepts|allows|applies|calls|ends|gives|goes|holds|keeps|lasts|means|needs|raises|requires|returns|stays|takes|uses|works)\b/u

/** Whether a subject says more than that something was changed. */
function tells(subject: string): boolean {
  const words = namesNoFailure(subject) ? withoutUnnamedFailures(subject) : subject
  if (isOnlyAboutText(subject) || isOnlyAboutForm(subject) || sentenceValue(words) === 0) return false
  return DECIDES.test(subject) || STATES.test(subject) || [...sentenceCues(words)].some((cue) => !ORDINARY.has(cue))
}

/** It goes on with the one before it only where that is told too. */
function continuesAfter(before: Passage, { continues, index }: Passage): boolean {
  return continues && before.index === index - 1
}

/** Rules that the commit wrote into comments of the place, and that stand there no more. */
function goneComments(annotation: Annotation | undefined, revision: PlaceRevision): readonly HistoryPassage[] {
  return (annotation?.regions ?? [])
    .filter((region) => isAboutPlace(region, revision))
    .flatMap((region) => goneRules(region, revision.file.target))
    .map((text): HistoryPassage => ({ text, source: 'comment' }))
}

/** Whether a region of a commit is about the place that the commit changed. */
export function isAboutPlace(
  { ast_anchor: anchor, file, lines }: Region,
  { lines: changed, path }: PlaceRevision,
): boolean {
  if (file !== path) return false
  if (changed === undefined) return true
  if (anchor !== undefined && changed.name !== undefined)
    return isWithin(anchor.name, changed.name) || matchAnchor(anchor.name, [changed.name], String) !== undefined
  return lines !== undefined && lines.start <= changed.lines.end && changed.lines.start <= lines.end
}

/** Whether a unit is a part of another one, as a method is of its class. */
function isWithin(inner: string, outer: string): boolean {
  return inner.startsWith(`${outer}::`)
}

/** Files of a commit that is about one place: its code, its test, its documentation, and a list of changes. */
const MAX_FILES_OF_ONE = 4
/** Items of a list that is about more than one thing. */
const LONG_LIST = 4
/** Files of a commit whose argument is told of each place that it changed, its own words on that or not. */
const MAX_FILES_OF_ARGUMENT = 20
/** Share of the changed lines of the file that lie in the place. */
const MIN_SHARE = 0.6

/** Whether the place is what a small commit changed, for one on whose message the source has nothing to say. */
function isMostOf({ changes }: LineRevision, filesChanged: number | undefined): boolean {
  return (filesChanged ?? Infinity) <= MAX_FILES_OF_ONE && changes.inLines >= MIN_SHARE * changes.inFile
}

/** What the units of a place are called, and were when the commit changed it. */
function namesOf({ file, lines }: PlaceRevision): readonly string[] {
  return [lines?.name, ...(file.scope.units ?? []).map(({ name }) => name)].filter((name) => name !== undefined)
}

/** What the message of a commit is about; `undefined`: the place asked for. */
function aboutOf(
  message: ParsedMessage,
  annotation: Annotation | undefined,
  revision: PlaceRevision,
  filesChanged: number | undefined,
): HistoryReason['about'] {
  const { lines } = revision
  const names = namesOf(revision)
  const text = [message.subject, ...message.blocks.map((block) => block.text)].join('\n')
  if (lines === undefined) return aboutFile(annotation, revision)
  if (names.length > 0 && namesCode(text, names)) return undefined
  const main = mainRegion(annotation)
  if (main === undefined) return isMostOf(lines, filesChanged) ? undefined : 'change'
  if (isAboutPlace(main, revision)) return undefined
  if (main.file !== revision.path) return 'change'
  if (main.ast_anchor === undefined) return 'file'
  const outer = main.ast_anchor.name
  return names.some((name) => isWithin(name, outer)) ? 'enclosing_unit' : 'change'
}

function aboutFile(annotation: Annotation | undefined, { path }: PlaceRevision): HistoryReason['about'] {
  return mainRegion(annotation)?.file === path ? undefined : 'change'
}

/** The region that the reason of the message stands on. */
function mainRegion(annotation: Annotation | undefined): Region | undefined {
  const fromMessage = (annotation?.regions ?? []).filter(({ evidence }) =>
    evidence.some(({ kind }) => kind === 'commit_message'),
  )
  const length = ({ intent, reasoning = '' }: Region): number => intent.length + reasoning.length
  return [...fromMessage].sort((a, b) => length(b) - length(a))[0]
}

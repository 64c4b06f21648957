import {
  argues,
  continuesSubject,
  isMeasurement,
  needsPreviousSentence,
  passageRuns,
  rankPassages,
  sentenceCues,
  sentenceRole,
  splitSentences,
  wordStems,
  type Passage,
} from '@chronicle/core/prose'
import { givesReason, IDLE, isBareTask, givesGround, hasExplanation } from './gives-reason.ts'
import { leadingParagraphs } from './leading-paragraphs.ts'
import { isInformativeSubject } from './informative-subject.ts'
import type { CommitMessage } from './read-message.ts'

/** The reason of a change as its message gives it, verbatim. */
export interface MessageReason {
  /** The purpose of the code: the subject, or the start of the body if the subject is not informative. */
  readonly intent: string
  /** The passages of the argument, in the author's order. Empty if there is only the intent. */
  readonly argument: readonly Passage[]
  /** All quoted texts, each a passage of the message. */
  readonly quotes: readonly string[]
}

/**
 * Maximum number of characters in one reason. In seven histories of 35,000 commits, 19 of 20 bodies with an argument
 * are shorter than half of this, so they are recorded whole. Of a longer one, the last paragraphs are omitted.
 */
const MAX_REASON = 3000
/** Maximum number of characters in an intent. A longer text is an argument of its own, and stays with the rest. */
const MAX_INTENT = 300
const MIN_WORDS = 6

/** Finds the reason that a message gives. `undefined`: there is none. */
export function messageReason(message: CommitMessage): MessageReason | undefined {
  const toQuote = passagesToQuote(message)
  const passages = isAside(toQuote, message) ? [] : toQuote
  const reason =
    (areStrayItems(passages, message) ? undefined : arguedReason(message, passages)) ??
    (hasExplanation(passages) ? reasonFrom(message, passages) : undefined) ??
    subjectReason(message)
  return reason && withFootnotes(withoutLoneMark(reason), message)
}

/** Finds a reason that is stated in explicit words. In conversations, length alone does not indicate a reason. */
export function statedReason(message: CommitMessage): MessageReason | undefined {
  const reason = arguedReason(message, passagesToQuote(message)) ?? subjectReason(message)
  return reason && withFootnotes(reason, message)
}

/** Adds the footnotes for marks in the text, such as `[1]`. */
function withFootnotes(reason: MessageReason, { footnotes }: CommitMessage): MessageReason {
  const text = [reason.intent, ...reason.argument.map((passage) => passage.text)].join('\n')
  const lines = [...footnotes].filter(([mark]) => text.includes(mark)).map(([, line]) => line)
  if (lines.length === 0) return reason
  const last = reason.argument.at(-1)?.index ?? 0
  const note: Passage = { text: lines.join('\n'), sentences: [], index: last + 2, continues: false, bullet: false }
  return { ...reason, argument: [...reason.argument, note], quotes: [...reason.quotes, ...lines] }
}

function arguedReason(message: CommitMessage, passages: readonly Passage[]): MessageReason | undefined {
  return argues(message) || passages.some(givesReason) ? reasonFrom(message, passages) : undefined
}

/**
 * Whether there are only list items, and they belong to one of many commits or are few of a long list. They are no
 * reason for the whole change.
 */
function areStrayItems(passages: readonly Passage[], message: CommitMessage): boolean {
  return passages.every(({ bullet }) => bullet) && (listsCommits(message) || isTorn(passages, message))
}

/** Minimum share of a list's items: fewer say little about what the list is about. */
const LEAST_OF_LIST = 0.5

function isTorn(passages: readonly Passage[], { blocks }: CommitMessage): boolean {
  return passages.length < blocks.filter(({ kind }) => kind === 'bullet').length * LEAST_OF_LIST
}

const FEW_COMMITS = 3

/**
 * Whether a forge composed the message from several commits. An item below the subject of one commit is no reason for
 * the whole.
 */
function listsCommits({ blocks }: CommitMessage): boolean {
  return blocks.filter(({ kind, text }) => kind === 'heading' && text.startsWith('* ')).length > FEW_COMMITS
}

function reasonFrom({ subject }: CommitMessage, passages: readonly Passage[]): MessageReason | undefined {
  const [first, ...rest] = passages
  if (first === undefined) return undefined
  const { text } = first
  if (continuesSubject(subject, first)) {
    const [end, remaining] = isShortProse(first) ? [text, []] : splitAfterSentence(first)
    if (end.length <= MAX_INTENT && text.startsWith(end))
      return {
        intent: `${subject} ${end}`,
        argument: [...remaining, ...rest],
        quotes: [subject, end, ...passageRuns([...remaining, ...rest])],
      }
  }
  // `Drop the lock.` is informative enough to precede its reason.
  if (isInformativeSubject(subject, 2) || needsPreviousSentence(first.sentences[0] ?? '') || !isShortProse(first)) {
    return { intent: subject, argument: passages, quotes: [subject, ...passageRuns(passages)] }
  }
  return { intent: text, argument: rest, quotes: [text, ...passageRuns(rest)] }
}

/** Splits a passage into its first sentence and the remaining passage. */
function splitAfterSentence(passage: Passage): readonly [string, readonly Passage[]] {
  const [first = '', ...sentences] = passage.sentences
  return [first, [{ ...passage, text: passage.text.slice(first.length).trim(), sentences, continues: false }]]
}

const LIST_MARK = /^[*+•–-]\s+/

/** Removes the bullet of a single item, which is no list. */
function withoutLoneMark(reason: MessageReason): MessageReason {
  const items = reason.argument.filter(({ bullet, text }) => bullet || /\n\W?[*+-] /.test(text))
  const [only] = items
  if (only?.bullet !== true || items.length > 1 || only.text.includes('\n')) return reason
  const text = only.text.replace(LIST_MARK, '')
  return {
    ...reason,
    argument: reason.argument.map((passage) => (passage === only ? { ...only, text, bullet: false } : passage)),
    quotes: reason.quotes.map((quote) => (quote === only.text ? text : quote)),
  }
}

/** Whether a short first passage completes the sentence that the subject starts. */
function goesOnFrom(subject: string, passage: Passage): boolean {
  return isShortProse(passage) && continuesSubject(subject, passage)
}

/** Returns the relevant passages of a message, as many as fit. */
export function passagesToQuote(message: CommitMessage): readonly Passage[] {
  const all = rankPassages([message]).passages[0] ?? []
  const isWorth = (passage: Passage, index: number): boolean =>
    isWorthTelling(passage, all[index + 1]) &&
    (goesOnFrom(message.subject, passage) || !isRemnant(passage.sentences[0] ?? ''))
  const someNumbered = all.some((passage, index) => isNumbered(passage) && isWorth(passage, index))
  const worth = all.filter(
    (passage, index) =>
      (isWorth(passage, index) || (someNumbered && isNumbered(passage))) &&
      !isIdleQuestion(passage, all[index - 1], all[index + 1]) &&
      !speaksOfThanked(passage, all[index - 1]),
  )
  const passages = leadingParagraphs(worth, MAX_REASON).map((passage) => withoutTitleMark(passage, message.subject))
  while (passages.length > 0 && announces(passages.at(-1))) passages.pop()
  return passages
}

/** The asterisk before the subject of a squashed commit, and its component or type. */
const TITLE_MARK = /^\* (?:[\w/.-]+(?:\([^)]*\))?!?: )?/
/** Minimum share of the words of such a subject that the subject of the whole has too if it says the same. */
const SAME_WORDS = 0.8

/**
 * Removes the mark of the squashed commit that a passage begins with, or its whole subject if that repeats the subject
 * of the message.
 */
function withoutTitleMark(passage: Passage, subject: string): Passage {
  const { text, title } = passage
  if (title === undefined) return passage
  const [mark = ''] = (isRepeated(title, subject) ? /^.*\n+/ : TITLE_MARK).exec(text) ?? []
  return { ...passage, text: text.slice(mark.length) }
}

function isRepeated(title: string, subject: string): boolean {
  const known = new Set(wordStems(subject, MIN_LETTERS))
  const words = wordStems(title, MIN_LETTERS)
  return words.length > 0 && words.filter((word) => known.has(word)).length >= words.length * SAME_WORDS
}

/** Number of characters of omitted text after which a passage may be about something else. */
const LATE = 250
const MIN_LETTERS = 4

/**
 * Whether the remaining passages come late and share no word with the subject, so that the reason was in the omitted
 * text.
 */
function isAside(passages: readonly Passage[], { blocks, subject }: CommitMessage): boolean {
  const [first] = passages[0]?.sentences ?? []
  if (first === undefined) return false
  const prose = blocks.filter(({ kind }) => kind === 'paragraph').flatMap(({ text }) => splitSentences(text))
  const before = prose.slice(0, prose.indexOf(first)).filter((sentence) => !IDLE.has(sentenceRole(sentence)))
  if (!prose.includes(first) || before.join(' ').length < LATE) return false
  const words = wordStems(subject, MIN_LETTERS)
  const told = new Set(wordStems(passages.map(({ text }) => text).join(' '), MIN_LETTERS))
  return words.length > 0 && !words.some((word) => told.has(word))
}

/** Whether it is an item of a numbered list, which is kept or omitted as a whole. */
function isNumbered({ bullet, text }: Passage): boolean {
  return bullet && /^\d+[.)]/.test(text)
}

/** Whether it continues about a person thanked in the previous sentence, which is omitted. */
function speaksOfThanked({ sentences: [first = ''] }: Passage, before: Passage | undefined): boolean {
  const thanked = before?.sentences.some(
    (sentence) => /\bthanks?\b/i.test(sentence) && IDLE.has(sentenceRole(sentence)),
  )
  return thanked === true && /\b(?:he|she|his|her|their|theirs)\b/i.test(first)
}

/** Whether it is a question whose answer gives no reason, or such an answer. */
function isIdleQuestion(passage: Passage, before: Passage | undefined, next: Passage | undefined): boolean {
  if (isQuestion(passage)) return next?.sentences.some(givesGround) !== true
  if (passage.sentences[0]?.endsWith('?') === true) return !passage.sentences.some(givesGround)
  return passage.continues && isQuestion(before) && !passage.sentences.some(givesGround)
}

function isQuestion(passage: Passage | undefined): boolean {
  return passage !== undefined && passage.sentences.length > 0 && passage.sentences.every((each) => each.endsWith('?'))
}

/** Refers to text below that is missing. */
const POINTS_BELOW = /:$|\b(?:below|as follows|the following(?: \w+)?)[.:)]*$|\bbelow\s*\(/i

function announces(passage: Passage | undefined): boolean {
  const last = passage?.sentences.at(-1) ?? ''
  return passage?.text.endsWith(last) === true && POINTS_BELOW.test(last)
}

/** Maximum length and share of code in a passage. A passage beyond both is a transcript. */
const MAX_CODE = 500
const MAX_CODE_SHARE = 0.6

/** Box-drawing characters, which are meaningless once lines are joined. */
const DRAWING = /[\u2500-\u259f]{2}/

function isWorthTelling(passage: Passage, next: Passage | undefined): boolean {
  const { text, sentences, bullet } = passage
  if (sentences.every((sentence) => IDLE.has(sentenceRole(sentence)) || isBareTask(sentence))) return false
  // Most list items only name one of the changes. Those that continue say more.
  if (bullet && next?.continues !== true && !sentences.some(givesGround)) return false
  if (isMeasurement(text) || DRAWING.test(text)) return false
  const code = text.length - sentences.join(' ').length
  return code <= MAX_CODE || code / text.length <= MAX_CODE_SHARE
}

/** Whether it is the rest of a sentence that starts elsewhere, or a word that introduces a list. */
function isRemnant(sentence: string): boolean {
  return (
    /^(?:[a-z]+ing\b|which\b|and\b|or\b|nor\b|such as\b|including\b|because\b|for details\b)/.test(sentence) ||
    /^\w+:$/.test(sentence)
  )
}

function isShortProse({ text, bullet }: Passage): boolean {
  return !bullet && text.length <= MAX_INTENT && !text.includes('\n')
}

/** A whole clause that gives a reason. `because of a bug` and `to avoid a clash` say little more than what was done. */
const PLAIN_REASON =
  /\b(?:(?:because (?!of\b)|so that |otherwise |since (?:it|this|that|they|we|there|the|an?|not|no|some|all|\w+ (?:is|are|does|has|have|can\w*))\b|as (?:it|this|that|they|we|there) )(?:\S+ ?){3,}|to (?:avoid|prevent) (?:\S+ ?){4,})/i

/** Returns the subject as the reason, if it gives one. */
function subjectReason({ subject }: CommitMessage): MessageReason | undefined {
  const says =
    sentenceCues(subject).has('reason') &&
    PLAIN_REASON.test(subject) &&
    !IDLE.has(sentenceRole(subject)) &&
    !subject.endsWith('?') &&
    subject.split(' ').length >= MIN_WORDS + (/so that/i.test(subject) ? 2 : 0)
  // Further sentences in the subject are a body that the author wrote on the same line.
  const [, ...more] = splitSentences(subject)
  return says || more.some(givesGround) ? { intent: subject, argument: [], quotes: [subject] } : undefined
}

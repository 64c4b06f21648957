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
import { givesReason, IDLE, isBareTask, isGround, saysMore } from './gives-reason.ts'
import { leadingParagraphs } from './leading-paragraphs.ts'
import { isInformativeSubject } from './informative-subject.ts'
import type { CommitMessage } from './read-message.ts'

/** What a message gives as the reason of a change, word for word. */
export interface MessageReason {
  /** What the code is for: the subject, or what the body begins with where that says nothing. */
  readonly intent: string
  /** The passages that argue, in the author's order. Empty where the intent is all there is. */
  readonly argument: readonly Passage[]
  /** Every text that is quoted, each a passage of the message. */
  readonly quotes: readonly string[]
}

/**
 * Characters of one reason at most. In seven histories of 35,000 commits, 19 of 20 bodies that argue are shorter than
 * half of this, so they are recorded whole; of a longer one the paragraphs that come last are left out.
 */
const MAX_REASON = 3000
/** What is longer than this is an argument of its own, and stays with the rest. */
const MAX_INTENT = 300
const MIN_WORDS = 6

/** Finds the reason that a message gives. `undefined`: it gives none. */
export function messageReason(message: CommitMessage): MessageReason | undefined {
  const toQuote = passagesToQuote(message)
  const passages = isAside(toQuote, message) ? [] : toQuote
  const reason =
    (areStrayItems(passages, message) ? undefined : arguedReason(message, passages)) ??
    (saysMore(passages) ? reasonFrom(message, passages) : undefined) ??
    subjectReason(message)
  return reason && withFootnotes(withoutLoneMark(reason), message)
}

/** Finds the reason that is given in words that give one. In what people say to each other, length alone shows none. */
export function statedReason(message: CommitMessage): MessageReason | undefined {
  const reason = arguedReason(message, passagesToQuote(message)) ?? subjectReason(message)
  return reason && withFootnotes(reason, message)
}

/** With the lines that say what the marks in it stand for, such as `[1]`. */
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

/** Items alone, below one of many commits or few of a long list: no reason of the whole. */
function areStrayItems(passages: readonly Passage[], message: CommitMessage): boolean {
  return passages.every(({ bullet }) => bullet) && (listsCommits(message) || isTorn(passages, message))
}

/** What is less than this of a list says little of what the list is about. */
const LEAST_OF_LIST = 0.5

function isTorn(passages: readonly Passage[], { blocks }: CommitMessage): boolean {
  return passages.length < blocks.filter(({ kind }) => kind === 'bullet').length * LEAST_OF_LIST
}

const FEW_COMMITS = 3

/** A forge made it of several commits: what an item below the subject of one says is no reason of the whole. */
function listsCommits({ blocks }: CommitMessage): boolean {
  return blocks.filter(({ kind, text }) => kind === 'heading' && text.startsWith('* ')).length > FEW_COMMITS
}

function reasonFrom({ subject }: CommitMessage, passages: readonly Passage[]): MessageReason | undefined {
  const [first, ...rest] = passages
  if (first === undefined) return undefined
  const { text } = first
  if (goesOnFrom(subject, first))
    return { intent: `${subject} ${text}`, argument: rest, quotes: [subject, text, ...passageRuns(rest)] }
  // `Drop the lock.` says enough to stand before its reason.
  if (isInformativeSubject(subject, 2) || needsPreviousSentence(first.sentences[0] ?? '') || !isShortProse(first)) {
    return { intent: subject, argument: passages, quotes: [subject, ...passageRuns(passages)] }
  }
  return { intent: text, argument: rest, quotes: [text, ...passageRuns(rest)] }
}

/** One item is no list: its mark says nothing. */
function withoutLoneMark(reason: MessageReason): MessageReason {
  const [only, ...others] = reason.argument
  if (only === undefined || others.length > 0 || !only.bullet || only.text.includes('\n')) return reason
  const text = only.sentences.join(' ')
  return {
    ...reason,
    argument: [{ ...only, text, bullet: false }],
    quotes: reason.quotes.map((quote) => (quote === only.text ? text : quote)),
  }
}

/** Whether a short first passage ends the sentence that the subject begins. */
function goesOnFrom(subject: string, passage: Passage): boolean {
  return isShortProse(passage) && continuesSubject(subject, passage)
}

/** Returns the passages of a message worth telling, as many as there is room for. */
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
  const passages = [...leadingParagraphs(worth, MAX_REASON)]
  while (passages.length > 0 && announces(passages.at(-1))) passages.pop()
  return passages
}

/** What comes after this much of what is left out may be about something else. In characters. */
const LATE = 250
const MIN_LETTERS = 4

/** Whether what is left of a message comes late, and has no word of the subject: then the reason was in what is left out. */
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

/** An item of a list that would be torn without the others. */
function isNumbered({ bullet, text }: Passage): boolean {
  return bullet && /^\d+[.)]/.test(text)
}

/** Goes on about a person whom the sentence before thanked, which is left out. */
function speaksOfThanked({ sentences: [first = ''] }: Passage, before: Passage | undefined): boolean {
  const thanked = before?.sentences.some(
    (sentence) => /\bthanks?\b/i.test(sentence) && IDLE.has(sentenceRole(sentence)),
  )
  return thanked === true && /\b(?:he|she|his|her|their|theirs)\b/i.test(first)
}

/** A question whose answer gives no reason, or that answer, where it goes on from the question. */
function isIdleQuestion(passage: Passage, before: Passage | undefined, next: Passage | undefined): boolean {
  if (isQuestion(passage)) return next?.sentences.some(isGround) !== true
  if (passage.sentences[0]?.endsWith('?') === true) return !passage.sentences.some(isGround)
  return passage.continues && isQuestion(before) && !passage.sentences.some(isGround)
}

function isQuestion(passage: Passage | undefined): boolean {
  return passage !== undefined && passage.sentences.length > 0 && passage.sentences.every((each) => each.endsWith('?'))
}

/** Points to what stands below it, and there is nothing. */
const POINTS_BELOW = /:$|\b(?:below|as follows|the following(?: \w+)?)[.:)]*$|\bbelow\s*\(/i

function announces(passage: Passage | undefined): boolean {
  const last = passage?.sentences.at(-1) ?? ''
  return passage?.text.endsWith(last) === true && POINTS_BELOW.test(last)
}

/** Code that is quoted at greater length than this, and makes up most of a passage, is a transcript. */
const MAX_CODE = 500
const MAX_CODE_SHARE = 0.6

/** Lines and boxes, which mean nothing once their lines are joined. */
const DRAWING = /[\u2500-\u259f]{2}/

function isWorthTelling(passage: Passage, next: Passage | undefined): boolean {
  const { text, sentences, bullet } = passage
  if (sentences.every((sentence) => IDLE.has(sentenceRole(sentence)) || isBareTask(sentence))) return false
  // Most items of a list only name one of the changes; those that go on say more.
  if (bullet && next?.continues !== true && !sentences.some(isGround)) return false
  if (isMeasurement(text) || DRAWING.test(text)) return false
  const code = text.length - sentences.join(' ').length
  return code <= MAX_CODE || code / text.length <= MAX_CODE_SHARE
}

/** The rest of a sentence that began elsewhere, or a word that leads to a list. */
function isRemnant(sentence: string): boolean {
  return (
    /^(?:[a-z]+ing\b|which\b|and\b|or\b|nor\b|such as\b|including\b|because\b|for details\b)/.test(sentence) ||
    /^\w+:$/.test(sentence)
  )
}

function isShortProse({ text, bullet }: Passage): boolean {
  return !bullet && text.length <= MAX_INTENT && !text.includes('\n')
}

/** A whole clause that says why; `because of a bug` and `to avoid a clash` say little more than what was done. */
const PLAIN_REASON =
  /\b(?:(?:because (?!of\b)|so that |otherwise |since (?:it|this|that|they|we|there|the|an?|not|no|some|all|\w+ (?:is|are|does|has|have|can\w*))\b|as (?:it|this|that|they|we|there) )(?:\S+ ?){3,}|to (?:avoid|prevent) (?:\S+ ?){4,})/i

/** The subject itself, where it says why. */
function subjectReason({ subject }: CommitMessage): MessageReason | undefined {
  const says =
    sentenceCues(subject).has('reason') &&
    PLAIN_REASON.test(subject) &&
    !IDLE.has(sentenceRole(subject)) &&
    !subject.endsWith('?') &&
    subject.split(' ').length >= MIN_WORDS + (/so that/i.test(subject) ? 2 : 0)
  // A body that its author wrote on from the subject.
  const [, ...more] = splitSentences(subject)
  return says || more.some(isGround) ? { intent: subject, argument: [], quotes: [subject] } : undefined
}

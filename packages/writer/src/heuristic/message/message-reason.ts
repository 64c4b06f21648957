import {
  argues,
  leansBack,
  passageRuns,
  passagesText,
  rankPassages,
  sentenceCues,
  sentenceRole,
  type Passage,
  type SentenceRole,
} from '@chronicle/core/prose'
import { isTellingSubject } from './telling-subject.ts'
import type { CommitMessage } from './read-message.ts'

/** What a message gives as the reason of a change, word for word. */
export interface MessageReason {
  /** What the code is for: the problem, where the body begins with one, or the subject. */
  readonly intent: string
  /** The passages that argue, in the author's order. Empty where the intent is all there is. */
  readonly argument: readonly Passage[]
  /** Every text that is quoted, each a passage of the message. */
  readonly quotes: readonly string[]
}

/**
 * Characters of one reason at most. In seven histories of 35,000 commits, 19 of 20 bodies that argue are shorter, so
 * they are recorded whole; of a longer one the passages that say least for their length are left out.
 */
const MAX_REASON = 1500
/** A problem that is longer than this is an argument of its own, and stays with the rest. */
const MAX_PROBLEM = 300
const MIN_WORDS = 6

/** Finds the reason that a message gives. `undefined`: it gives none. */
export function messageReason(message: CommitMessage): MessageReason | undefined {
  const passages = passagesToTell(message)
  if (passages.length === 0 || !(argues(message) || passages.some(givesReason))) return subjectReason(message)
  const { subject } = message
  const [first, ...rest] = passages
  const quotes = passageRuns(passages)
  if (first === undefined) return undefined
  if (rest.length > 0 && isProblem(first)) {
    return { intent: first.text, argument: rest, quotes: [first.text, ...passageRuns(rest)] }
  }
  if (isTellingSubject(subject) || leansBack(first.sentences[0] ?? '') || !isShortProse(first)) {
    return { intent: subject, argument: passages, quotes: [subject, ...quotes] }
  }
  return { intent: first.text, argument: rest, quotes: [first.text, ...passageRuns(rest)] }
}

/** The passages worth telling, as many as there is room for. */
function passagesToTell(message: CommitMessage): readonly Passage[] {
  const { passages, dropOrder } = rankPassages([message])
  const all = passages[0] ?? []
  const kept = new Set(all.filter((passage, index) => isWorthTelling(passage, all[index + 1])))
  for (const { passage } of dropOrder) {
    if (passagesText([...kept]).length <= MAX_REASON) break
    const dropped = all[passage]
    if (dropped !== undefined) kept.delete(dropped)
  }
  return all.filter((passage) => kept.has(passage))
}

/** Code that is quoted at greater length than this, and makes up most of a passage, is a transcript. */
const MAX_CODE = 500
const MAX_CODE_SHARE = 0.6

function isWorthTelling(passage: Passage, next: Passage | undefined): boolean {
  const { text, sentences, bullet } = passage
  if (sentences.every((sentence) => IDLE.has(sentenceRole(sentence)))) return false
  // Most items of a list only name one of the changes; those that go on say more.
  if (bullet && next?.continues !== true && !givesReason(passage)) return false
  const code = text.length - sentences.join(' ').length
  return code <= MAX_CODE || code / text.length <= MAX_CODE_SHARE
}

const IDLE: ReadonlySet<SentenceRole> = new Set(['noise', 'reference'])
const REASONS: ReadonlySet<SentenceRole> = new Set(['cause', 'constraint', 'rejected'])

/** Returns whether a passage says why on its own. */
export function givesReason({ sentences }: Passage): boolean {
  return sentences.some((sentence) => {
    if (sentence.split(' ').length < MIN_WORDS || sentence.endsWith('?')) return false
    const role = sentenceRole(sentence)
    if (IDLE.has(role)) return false
    const cues = sentenceCues(sentence)
    // What follows from a choice, without what was wrong, mostly says what the change does.
    return REASONS.has(role) || cues.has('reason') || (cues.has('failure') && cues.size > 1)
  })
}

/** That something was so before is no problem yet. */
const BEFORE =
  /\b(?:previously|before this|prior to|used to|currently|at the moment|until now|so far|today|right now|but)\b/gi

function isProblem(passage: Passage): boolean {
  const [first = ''] = passage.sentences
  const role = sentenceRole(first)
  const wrong = (role === 'problem' || role === 'cause') && sentenceCues(first.replace(BEFORE, '')).has('failure')
  return wrong && !leansBack(first) && isShortProse(passage)
}

function isShortProse({ text, bullet }: Passage): boolean {
  return !bullet && text.length <= MAX_PROBLEM && !text.includes('\n')
}

const PLAIN_REASON =
  /\b(?:because|so that|otherwise|to (?:avoid|prevent)|in order to|work(?:s|ed|ing)? ?around (?:an?|the|that|this|issue|bug))\b/i

/** The subject itself, where it says why. */
function subjectReason({ subject }: CommitMessage): MessageReason | undefined {
  const says =
    sentenceCues(subject).has('reason') &&
    PLAIN_REASON.test(subject) &&
    !IDLE.has(sentenceRole(subject)) &&
    !subject.endsWith('?') &&
    subject.split(' ').length >= MIN_WORDS + (/so that/i.test(subject) ? 2 : 0)
  return says ? { intent: subject, argument: [], quotes: [subject] } : undefined
}

import type { Remark } from '@chronicle/core/contracts'
import {
  groupSentences,
  parseMessage,
  passageRuns,
  sentenceRole,
  splitSentences,
  type Passage,
} from '@chronicle/core/prose'
import { omitUndefined } from '@chronicle/schema'
import { IDLE } from '../../heuristic/message/gives-reason.ts'
import { statedReason, type MessageReason } from '../../heuristic/message/message-reason.ts'
import { readMessage } from '../../heuristic/message/read-message.ts'
import { replyKind, type ReplyKind } from './reply-kind.ts'
import { isProgramReply } from './program-text.ts'
import { spokenText } from './spoken-text.ts'
import { withoutPasted } from './without-pasted.ts'

/** A remark of a person, as the writer reads it. */
export interface ReadRemark {
  readonly remark: Remark
  /** What was said, without what was quoted, suggested or folded. */
  readonly text: string
  readonly kind: ReplyKind
  /** It quotes a program, whose words are left out of `text`. */
  readonly quotesProgram: boolean
  /** The sentences that ask. */
  readonly questions: readonly string[]
  /** Why, in its own words, where it says why. Its intent is empty where the first words need those before them. */
  readonly reason?: MessageReason
}

/** Stands where a commit has its subject: a remark has none. */
const NO_SUBJECT = '-'

/** Marks that people put behind what they do not mean. */
const JEST =
  /[\u{1F600}-\u{1F606}\u{1F609}\u{1F60E}\u{1F60F}\u{1F61B}-\u{1F61D}\u{1F643}\u{1F602}\u{1F605}\u{1F480}\u{1F921}\u{1F923}]|(?<![\w:])(?:lol|haha+|jk|:-?[DPp]|;-?\))(?!\w)/iu
const MAX_JEST_WORDS = 12

/** Whether somebody jokes, or answers a joke, as far as marks and length can tell: a longer answer says something. */
export function isJest({ text }: ReadRemark, asked: ReadRemark | undefined): boolean {
  return (
    text.split(/\s+/).length <= MAX_JEST_WORDS && (JEST.test(text) || (asked !== undefined && JEST.test(asked.text)))
  )
}

/** Reads what a person said. `undefined`: a program said it, or nothing is said. */
export function readRemark(remark: Remark): ReadRemark | undefined {
  if (remark.author.program || isProgramReply(remark.text)) return undefined
  const text = spokenText(remark.text)
  if (text === '') return undefined
  const sentences = passagesOf(text).flatMap((each) => each.sentences)
  // Many go on in lower case after a question.
  const questions = sentences
    .flatMap(splitSentences)
    .flatMap((sentence) => sentence.split(/(?<=[?？])\s+/))
    .filter(isQuestion)
  const kind = replyKind(text)
  const reason = ONLY_ASKS.test(text) ? undefined : reasonOf(text, withoutAssent(text, sentences[0]))
  const quotesProgram = withoutPasted(remark.text, '') !== remark.text
  return { ...{ remark, text, kind, quotesProgram, questions }, ...omitUndefined({ reason }) }
}

/** Words by which somebody says that a question is no objection. */
const ONLY_ASKS = /\b(?:just|only|merely) (?:asking|curious|wondering|a question|checking)\b|\bout of curiosity\b/i

/** Asks without a question mark, as many do in a hurry. */
const ASKS_WHY =
  /^(?:(?:and|but|so|hm+|ok(?:ay)?|wait)[, ]+)?(?:why|how come|what if|what about|warum|wieso|weshalb|pourquoi|por qu[eé]|perch[eé]|waarom|dlaczego|почему|зачем)(?![\p{L}'’])[^.!]*$/iu

/** What a sentence begins with; in a question, its verb does. */
const SUBJECT =
  '(?:i|we|you|it|this|that|these|those|they|there|he|she|the|an?|our|your|all|any\\w*|some\\w*|every\\w*)'
/** The verb stands before its subject. `Do it`, `do this` tell somebody to. */
const INVERTED = new RegExp(
  [
    `^(?:(?:and|but|so|hm+|ok(?:ay)?|wait|what|how|which|when|where)[, ]+)?(?:can(?:['’]?t)?|(?:could|should|would|will|is|are|was|were|does|did|has)(?:n['’]?t)?|won['’]?t|do(?:n['’]?t)? (?=i|we|you|they|people|users)) ?(?:not )?(?:${SUBJECT}\\b)[^.!]*$`,
    `, (?:can(?:['’]?t)?|(?:could|should|would|does)(?:n['’]?t)?|isn['’]?t) (?:we|you|it|this|that|there|they|one)\\b[^.!,]*$`,
  ].join('|'),
  'iu',
)

function isQuestion(sentence: string): boolean {
  return /[?？][!?]{0,5}$/.test(sentence) || ASKS_WHY.test(sentence) || INVERTED.test(sentence)
}

/** The reason that a remark gives: found in `stated`, which leaves out whether its speaker agrees. */
function reasonOf(text: string, stated: string): MessageReason | undefined {
  if (stated === '') return undefined
  const found = statedReason(readMessage(`${NO_SUBJECT}\n\n${stated}`)) ?? spokenReason(passagesOf(stated))
  if (found === undefined || asksOnly(found)) return undefined
  return wholeReason(text, withoutSubject(found))
}

/** Characters of a remark that is quoted as a whole. */
const MAX_WHOLE = 600

/**
 * A short remark is quoted from the first to the last sentence that says something: what is left out of the middle, a
 * `so no` before what was done about it, may turn the rest round.
 */
function wholeReason(text: string, reason: MessageReason): MessageReason {
  if (text.length > MAX_WHOLE) return reason
  const all = passagesOf(text)
  const reasonTexts = [reason.intent, ...reason.argument.map((passage) => passage.text)]
  const isInReason = (passage: Passage): boolean =>
    reasonTexts.some((each) => each !== '' && (passage.text.includes(each) || each.includes(passage.text)))
  const quotedPassages = all.slice(
    all.findIndex((passage) => isInReason(passage) || saysSomething(passage)),
    all.findLastIndex((passage) => isInReason(passage) || saysSomething(passage)) + 1,
  )
  if (quotedPassages.every(isInReason)) return reason
  return { intent: '', argument: quotedPassages, quotes: passageRuns(quotedPassages) }
}

/** Marks of a mood make no sentence idle. */
const MOOD = /(?:^|\s)[:;]-?[()DPp/](?=\s|$)|\p{Extended_Pictographic}/gu
/** One word may be the whole answer. */
const SHORT_ANSWER = /^\W*(?:no|nope|yes|yep|neither|both|[\w.-]+)[.!]$/i

function saysSomething({ sentences }: Passage): boolean {
  return sentences.some((sentence) => {
    const kind = replyKind(sentence)
    if (kind === 'thanks' || kind === 'accepts') return false
    return SHORT_ANSWER.test(sentence) || !IDLE.has(sentenceRole(sentence.replace(MOOD, ' ').trim()))
  })
}

/** The passages of what somebody said. */
export function passagesOf(text: string): readonly Passage[] {
  return groupSentences(parseMessage(`${NO_SUBJECT}\n\n${text}`).blocks)
}

const STATES_WHY = /\b(?:because|since|so that|otherwise|due to)\b|: /i

/** Whether somebody agrees or not is said first, and is no reason itself. */
function withoutAssent(text: string, first = ''): string {
  if (!text.startsWith(first) || replyKind(first) === 'answers' || STATES_WHY.test(first)) return text
  return text.slice(first.length).trim()
}

/** In a message `since` is mostly about time, and a colon leads to a list; who answers somebody gives a reason so. */
const SPOKEN_REASON =
  /(?:,? since|, as) (?:it|this|that|they|we|the|an?|there|all|both|some|no|two|\w+s)\b| as (?:it|they|we|there)\b|(?<!^\W*(?:nit|typo|style|question|suggestion|optional|minor|note|fyi|ps))[\w`)"'’]: .*\b(?:needs?|would|will|may|might|can(?:not|['’]t)?|leaks?|breaks?|fails?|blocks?|crashe?s?|loses?|drops?|races?|deadlocks?|allocates?|must|never|only|(?:is|are|does|do)(?: not|n['’]t))\b/i
const MIN_WORDS = 8

function spokenReason(passages: readonly Passage[]): MessageReason | undefined {
  const says = passages.some(({ sentences }) =>
    sentences.some(
      (sentence) => sentence.split(' ').length >= MIN_WORDS && !sentence.endsWith('?') && SPOKEN_REASON.test(sentence),
    ),
  )
  return says ? { intent: NO_SUBJECT, argument: passages, quotes: passageRuns(passages) } : undefined
}

function withoutSubject({ intent, argument, quotes }: MessageReason): MessageReason {
  // What is asked is no reason, and says nothing without its answer.
  const stated = intent === NO_SUBJECT || isQuestion(intent) ? '' : intent
  return { intent: stated, argument, quotes: quotes.filter((quote) => quote !== NO_SUBJECT && !isQuestion(quote)) }
}

/** Whether nothing is stated: a question may hold a reason, and it is not given. */
function asksOnly({ intent, argument }: MessageReason): boolean {
  const sentences = [...splitSentences(intent), ...argument.flatMap((passage) => passage.sentences)]
  return sentences.filter((sentence) => sentence !== NO_SUBJECT).every(isQuestion)
}

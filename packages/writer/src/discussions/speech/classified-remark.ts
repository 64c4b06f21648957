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

/** A person's remark, classified. */
export interface ClassifiedRemark {
  readonly remark: Remark
  /** The remark without quoted, suggested or folded text. */
  readonly text: string
  readonly kind: ReplyKind
  /** Whether it quotes a program, whose words are left out of `text`. */
  readonly quotesProgram: boolean
  /** The sentences that are questions. */
  readonly questions: readonly string[]
  /** The reason that the remark gives, verbatim. Its intent is empty if the first words depend on those before them. */
  readonly reason?: MessageReason
}

/** Placeholder for the subject, which a remark does not have. */
const NO_SUBJECT = '-'

/** Marks of a joke. */
const JEST =
  /[\u{1F600}-\u{1F606}\u{1F609}\u{1F60E}\u{1F60F}\u{1F61B}-\u{1F61D}\u{1F643}\u{1F602}\u{1F605}\u{1F480}\u{1F921}\u{1F923}]|(?<![\w:])(?:lol|haha+|jk|:-?[DPp]|;-?\))(?!\w)/iu
const MAX_JEST_WORDS = 12

/** Whether a remark is a joke or answers one, judged by marks and length. A longer answer counts as serious. */
export function isJest({ text }: ClassifiedRemark, asked: ClassifiedRemark | undefined): boolean {
  return (
    text.split(/\s+/).length <= MAX_JEST_WORDS && (JEST.test(text) || (asked !== undefined && JEST.test(asked.text)))
  )
}

/** Classifies a person's remark. `undefined`: a program wrote it, or it is empty. */
export function readRemark(remark: Remark): ClassifiedRemark | undefined {
  if (remark.author.program || isProgramReply(remark.text)) return undefined
  const text = spokenText(remark.text)
  if (text === '') return undefined
  const sentences = passagesOf(text).flatMap((each) => each.sentences)
  // Many people continue in lower case after a question.
  const questions = sentences
    .flatMap(splitSentences)
    .flatMap((sentence) => sentence.split(/(?<=[?？])\s+/))
    .filter(isQuestion)
  const kind = replyKind(text)
  const reason = ONLY_ASKS.test(text) ? undefined : reasonOf(text, withoutAssent(text, sentences[0]))
  const quotesProgram = withoutPasted(remark.text, '') !== remark.text
  return { ...{ remark, text, kind, quotesProgram, questions }, ...omitUndefined({ reason }) }
}

/** Says that a question is no objection. */
const ONLY_ASKS = /\b(?:just|only|merely) (?:asking|curious|wondering|a question|checking)\b|\bout of curiosity\b/i

/** A question without a question mark. */
const ASKS_WHY =
  /^(?:(?:and|but|so|hm+|ok(?:ay)?|wait)[, ]+)?(?:why|how come|what if|what about|warum|wieso|weshalb|pourquoi|por qu[eé]|perch[eé]|waarom|dlaczego|почему|зачем)(?![\p{L}'’])[^.!]*$/iu

/** Words that start a statement. In a question, the verb comes before them. */
const SUBJECT =
  '(?:i|we|you|it|this|that|these|those|they|there|he|she|the|an?|our|your|all|any\\w*|some\\w*|every\\w*)'
/** The verb precedes its subject. `Do it` and `do this` are commands. */
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

/** Returns the reason that a remark gives, found in `stated`, which is the text without agreement or disagreement. */
function reasonOf(text: string, stated: string): MessageReason | undefined {
  if (stated === '') return undefined
  const found = statedReason(readMessage(`${NO_SUBJECT}\n\n${stated}`)) ?? spokenReason(passagesOf(stated))
  if (found === undefined || asksOnly(found)) return undefined
  return wholeReason(text, withoutSubject(found))
}

/** Maximum number of characters in a remark that is quoted as a whole. */
const MAX_WHOLE = 600

/**
 * A short remark is quoted from its first to its last meaningful sentence. Leaving out the middle, such as a `so no`
 * before what was done about it, could reverse the meaning.
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

/** Emoticons, which do not make a sentence meaningless. */
const MOOD = /(?:^|\s)[:;]-?[()DPp/](?=\s|$)|\p{Extended_Pictographic}/gu
/** An answer of one word. */
const SHORT_ANSWER = /^\W*(?:no|nope|yes|yep|neither|both|[\w.-]+)[.!]$/i

function saysSomething({ sentences }: Passage): boolean {
  return sentences.some((sentence) => {
    const kind = replyKind(sentence)
    if (kind === 'thanks' || kind === 'accepts') return false
    return SHORT_ANSWER.test(sentence) || !IDLE.has(sentenceRole(sentence.replace(MOOD, ' ').trim()))
  })
}

/** Returns the passages of a text. */
export function passagesOf(text: string): readonly Passage[] {
  return groupSentences(parseMessage(`${NO_SUBJECT}\n\n${text}`).blocks)
}

const STATES_WHY = /\b(?:because|since|so that|otherwise|due to)\b|: /i

/** Removes agreement or disagreement at the start, which is no reason itself. */
function withoutAssent(text: string, first = ''): string {
  if (!text.startsWith(first) || replyKind(first) === 'answers' || STATES_WHY.test(first)) return text
  return text.slice(first.length).trim()
}

/** In a message, `since` is mostly about time, and a colon starts a list. In a reply, both give a reason. */
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
  // A question is no reason, and means nothing without its answer.
  const stated = intent === NO_SUBJECT || isQuestion(intent) ? '' : intent
  return { intent: stated, argument, quotes: quotes.filter((quote) => quote !== NO_SUBJECT && !isQuestion(quote)) }
}

/** Whether there are only questions. A question may contain a reason, but does not state it. */
function asksOnly({ intent, argument }: MessageReason): boolean {
  const sentences = [...splitSentences(intent), ...argument.flatMap((passage) => passage.sentences)]
  return sentences.filter((sentence) => sentence !== NO_SUBJECT).every(isQuestion)
}

import { reasonStrength } from '../text/find-reason.ts'
import { isConnective, isLeaning, pointsBack, splitSentences } from '@chronicle/core/prose'
import { isAboutCode, isClean } from './clean-sentence.ts'
import type { CommitMessage } from './read-message.ts'

/** Characters of one reason at most, and of all of a message: what is longer is cut at ends of sentences. */
const LONGEST_REASON = 600
const LONGEST_TOGETHER = 900
const FEWEST_WORDS = 6

/**
 * Passages of a message that say why, word for word, in its order. Where the text below the subject gives no reason and
 * the subject does, that is the one.
 */
export function messageReasons({ subject, paragraphs }: CommitMessage): readonly string[] {
  const reasons: string[] = []
  for (const [index, { text, bullet }] of paragraphs.entries()) {
    const passage = reasonPassage(text, bullet)
    if (passage === undefined) continue
    const [first = ''] = splitSentences(passage)
    const alone = !isConnective(first) && (index === 0 || bullet || !pointsBack(first))
    if (alone) reasons.push(passage)
    else if (!bullet && text.startsWith(passage))
      reasons.push(...withParagraphBefore(passage, paragraphs[index - 1], reasons))
  }
  const fitting: string[] = []
  for (const reason of reasons) {
    if ([...fitting, reason].join(' ').length <= LONGEST_TOGETHER) fitting.push(reason)
  }
  return fitting.length === 0 && isReasonAlone(subject) ? [subject] : fitting
}

/** What goes on with the paragraph before it stands with that, or not at all. */
function withParagraphBefore(
  passage: string,
  before: CommitMessage['paragraphs'][number] | undefined,
  reasons: readonly string[],
): readonly string[] {
  if (before === undefined || before.bullet) return []
  if (reasons.at(-1) === before.text) return [passage]
  const whole = before.text.length + passage.length <= LONGEST_REASON
  const complete = splitSentences(before.text).every(isFit) && !isConnective(before.text)
  return whole && complete ? [before.text, passage] : []
}

const PLAIN_REASON =
  /\b(?:because|so that|otherwise|to (?:avoid|prevent)|in order to|due to (?!\w+ changes?\b)|since|work(?:s|ed|ing)? ?around (?:an?|the|that|this|issue|bug))\b/i

function isReasonAlone(subject: string): boolean {
  return (
    reasonStrength(subject) >= 2 &&
    PLAIN_REASON.test(subject) &&
    isFit(subject) &&
    subject.split(' ').length >= FEWEST_WORDS + (/so that/i.test(subject) ? 2 : 0)
  )
}

/** The part of a paragraph that gives a reason, with what it takes to understand it. */
function reasonPassage(paragraph: string, bullet: boolean): string | undefined {
  const sentences = splitSentences(paragraph)
  const strengths = sentences.map((sentence) => (isFit(sentence) ? reasonStrength(sentence) : 0))
  const at = strengths.findIndex((strength) => strength >= (bullet ? 3 : 2))
  if (at === -1 && (bullet || strengths.filter((strength) => strength === 1).length < 2)) return undefined
  const whole = paragraph.length <= LONGEST_REASON && sentences.every(isFit)
  const text = whole ? paragraph : around(sentences, at === -1 ? strengths.indexOf(1) : at)
  if (text === undefined || text.length > LONGEST_REASON || text.split(' ').length < FEWEST_WORDS) return undefined
  return text
}

/** The sentence with those it leans on, and those after it as far as there is room. */
function around(sentences: readonly string[], at: number): string | undefined {
  let from = at
  while (from > 0 && isLeaning(sentences[from] ?? '') && isFit(sentences[from - 1] ?? '')) from--
  if (from > 0 && isLeaning(sentences[from] ?? '')) return undefined
  let text = sentences.slice(from, at + 1).join(' ')
  for (const sentence of sentences.slice(at + 1)) {
    if (!isFit(sentence) || text.length + 1 + sentence.length > LONGEST_REASON) break
    text = `${text} ${sentence}`
  }
  return text
}

function isFit(sentence: string): boolean {
  return isClean(sentence) && isAboutCode(sentence)
}

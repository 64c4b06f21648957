import { givesGround, sentenceCues, sentenceRole, type Passage, type SentenceRole } from '@chronicle/core/prose'

const MIN_WORDS = 6
/** These say nothing of the change. */
export const IDLE: ReadonlySet<SentenceRole> = new Set(['noise', 'reference'])
const REASONS: ReadonlySet<SentenceRole> = new Set(['cause', 'constraint', 'rejected'])

/** When something went wrong, which is half of why. */
const CONDITION = /^(?:when|whenever|as soon as|once) [^,]{8,150}, /i

/** Returns whether a passage says why on its own. */
export function givesReason({ sentences }: Pick<Passage, 'sentences'>): boolean {
  return sentences.some((sentence) => {
    if (sentence.split(' ').length < MIN_WORDS || sentence.endsWith('?')) return false
    const role = sentenceRole(sentence)
    if (IDLE.has(role)) return false
    const cues = sentenceCues(sentence)
    // What follows from a choice, without what was wrong, mostly says what the change does.
    return isWhy(sentence, role) || (cues.has('failure') && (cues.size > 1 || CONDITION.test(sentence)))
  })
}

/** Returns whether a sentence says why, and not only what was wrong and what was done. */
export function isGround(sentence: string): boolean {
  if (sentence.split(' ').length < MIN_WORDS || sentence.endsWith('?')) return false
  const role = sentenceRole(sentence)
  return !IDLE.has(role) && isWhy(sentence, role)
}

function isWhy(sentence: string, role: SentenceRole): boolean {
  return (REASONS.has(role) || sentenceCues(sentence).has('reason')) && givesGround(sentence)
}

/** Names what was done, which the subject and the diff do as well. */
const ACCOUNT =
  /^(?:(?:this|these|the|our) (?:(?:commit|change|patch|pr|pull request|flags?|options?) )?)?(?:(?:also|only|just|now|will|simply) )*(?:add(?:s|ed|ing)?|implement(?:s|ed)?|(?:introduc|remov|replac|updat|mov|renam|chang)(?:es?|ed)|(?:export|include|extend|use|permit|allow|cause)s?|mak(?:es?|ing) it possible)\b/i
/** Shorter than this, most texts without a ground repeat the subject. */
const MANY_WORDS = 20

/** Returns whether authors say more of a change than what was done, at such length that they had something to explain. */
export function saysMore(passages: readonly Passage[]): boolean {
  const words = passages
    .filter(({ bullet }) => !bullet)
    .flatMap(({ sentences }) => sentences)
    .filter((sentence) => !IDLE.has(sentenceRole(sentence)) && !ACCOUNT.test(sentence) && !sentence.endsWith('?'))
    .reduce((sum, sentence) => sum + sentence.split(' ').length, 0)
  return words >= MANY_WORDS
}

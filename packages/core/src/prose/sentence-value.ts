import { isHousekeeping } from './housekeeping.ts'
import { namesCode } from './names-code.ts'
import { sentenceCues, type SentenceCue } from './sentence-cues.ts'
import { sentenceRole } from './sentence-role.ts'

/** Options of `sentenceValue`. */
export interface SentenceValueOptions {
  /** Names of the queried code, as its source spells them, such as `parse` or `Reader::parse`. */
  readonly names?: readonly string[] | undefined
}

/**
 * The value that each cue adds. Reasons, rules and rejected alternatives cannot be seen in the code, so they count
 * most, and a consequence alone least. The order is a judgement; the exact figures are not fitted.
 */
const GAIN: Readonly<Record<SentenceCue, number>> = {
  reason: 1,
  rule: 1,
  rejected: 1,
  behaviour: 0.7,
  choice: 0.7,
  failure: 0.7,
  consequence: 0.5,
}

/** A statement without any cue may still be the fact that a reader needs. */
const PLAIN = 0.2
const REFERENCE = 0.05
/** A sentence that names the queried code is more likely to be about it. */
const NAMED = 1.5

/**
 * Returns how much somebody who edits the code gains from a sentence, 0 or more. A statement has a base value, plus the
 * value of each cue; half as much again when it names the queried code. A reference, or a sentence that says only that
 * code was tidied, has a small fixed value. 0 for conversation, figures, remaining work, or a question.
 */
export function sentenceValue(sentence: string, { names = [] }: SentenceValueOptions = {}): number {
  const role = sentenceRole(sentence)
  if (role === 'noise' || /\?["')]*$/.test(sentence)) return 0
  if (role === 'reference' || isHousekeeping(sentence)) return REFERENCE
  const gains = [...sentenceCues(sentence)].map((cue) => GAIN[cue])
  const value = PLAIN + gains.reduce((sum, gain) => sum + gain, 0)
  return namesCode(sentence, names) ? value * NAMED : value
}

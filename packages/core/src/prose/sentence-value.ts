import { namesCode } from './names-code.ts'
import { sentenceCues, type SentenceCue } from './sentence-cues.ts'
import { sentenceRole } from './sentence-role.ts'

/** Options of `sentenceValue`. */
export interface SentenceValueOptions {
  /** Names of the code that is asked about, as its source spells them, such as `parse` or `Reader::parse`. */
  readonly names?: readonly string[]
}

/**
 * How much each cue adds. Reasons, rules and what was rejected cannot be read off the code, so they count most; what was
 * wrong counts less, because the code of today no longer shows it and rarely needs it. The order is a judgement; the
 * exact figures are not fitted.
 */
const GAIN: Readonly<Record<SentenceCue, number>> = {
  reason: 1,
  rule: 1,
  rejected: 1,
  behaviour: 0.7,
  choice: 0.7,
  consequence: 0.5,
  failure: 0.5,
}

/** A statement without any cue may still be the fact that somebody needs. */
const PLAIN = 0.2
const REFERENCE = 0.05
/** A sentence that names the code asked about is likelier to be about it. */
const NAMED = 1.5

/**
 * Returns how much somebody who edits the code gains from a sentence, 0 or more. The sum of what its cues add; half as
 * much again when it names the code asked about. 0: talk, figures, unfinished work, or a question.
 */
export function sentenceValue(sentence: string, { names = [] }: SentenceValueOptions = {}): number {
  const role = sentenceRole(sentence)
  if (role === 'noise' || /\?["')]*$/.test(sentence)) return 0
  if (role === 'reference') return REFERENCE
  const gains = [...sentenceCues(sentence)].map((cue) => GAIN[cue])
  const value = PLAIN + gains.reduce((sum, gain) => sum + gain, 0)
  return namesCode(sentence, names) ? value * NAMED : value
}

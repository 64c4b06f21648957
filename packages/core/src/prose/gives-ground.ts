import { sentenceCues, withoutCode } from './sentence-cues.ts'

/** Why, in words that introduce nothing else. `To make`, `to allow` and `for` mostly say what a change does. */
const WHY =
  /\b(?:because|so that|otherwise|so as|in order (?:to|not)|to (?:avoid|prevent|support|keep|preserve|ensure|guarantee)|avoid(?:s|ing)|prevent(?:s|ing)|due to|owing to|since|caus(?:es|ed|ing)|reasons?|rationale|why|turns? out|as (?:it|this|that|they|we|there|the \w+)|(?<!\bas \w{1,20} )as (?:some|many|most|several|older) (?!as\b)|no (?:need|point) (?:to|in)|enough that|to lessen|(?:useful|helpful|handy) (?:if|when|for|because|as|where)|given that|in case|the (?:purpose|point|goal|motivation|intent(?:ion)?|idea) (?:of|here|behind|is|was)|work(?:s|ed|ing)?[- ]?around|therefore|thus|hence|which means|this means|means that|must|never|cannot|can't|needed|required|deprecated|instead of|rather than|backwards?|compatib\w+)\b|, so\b|\bso (?:it|we|they|the \w+|you|users?) \w+/i

/** Returns whether a sentence says what was wrong, why something is so, or what was not done, and not only what was done. */
export function givesGround(sentence: string): boolean {
  const cues = sentenceCues(sentence)
  return cues.has('failure') || cues.has('rejected') || (cues.size > 0 && WHY.test(withoutCode(sentence)))
}

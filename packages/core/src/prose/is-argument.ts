import { sentenceCues } from './sentence-cues.ts'
import { withoutCode } from './without-code.ts'

/** Words that give a reason. `To make`, `to allow` and `for` are excluded: mostly they say what a change does. */
const REASON =
  /\b(?:because|so that|otherwise|so as|in order (?:to|not)|to (?:avoid|prevent|support|keep|preserve|ensure|guarantee)|avoid(?:s|ing)|prevent(?:s|ing)|ensur(?:es|ing)|due to|owing to|since|caus(?:es|ed|ing)|reasons?|rationale|why|turns? out|as (?:it|this|that|they|we|there|the \w+)|(?<!\bas \w{1,20} )as (?:some|many|most|several|older) (?!as\b)|no (?:need|point) (?:to|in)|enough that|to lessen|(?:useful|helpful|handy) (?:if|when|for|because|as|where)|given that|now that|in case|the (?:purpose|point|goal|motivation|intent(?:ion)?|idea) (?:of|here|behind|is|was)|work(?:s|ed|ing)?[- ]?around|therefore|thus|hence|which means|this means|means that|must|never|cannot|can't|needed|required|deprecated|instead of|rather than|backwards?|compatib\w+)\b|, so\b|\bso (?:it|we|they|the \w+|you|users?) \w+/i

/**
 * Returns whether a sentence says more than what was done: what was wrong, the reason for something, or what was not
 * done.
 */
export function isArgument(sentence: string): boolean {
  const cues = sentenceCues(sentence)
  return cues.has('failure') || cues.has('rejected') || (cues.size > 0 && REASON.test(withoutCode(sentence)))
}

import { splitSentences } from '../../answer/split-sentences.ts'
import { needsPreviousSentence } from '../../prose/previous-sentence.ts'
import { sentenceRole, type SentenceRole } from '../../prose/sentence-role.ts'

/** What a sentence must say to stand for a whole reasoning: most telling first. */
const TELLING: readonly (readonly SentenceRole[])[] = [
  ['decision', 'rejected', 'constraint'],
  ['behaviour', 'cause', 'consequence'],
  ['other'],
  ['problem'],
]
/** Somebody's wish, which alone reads as what was done. */
const REQUEST =
  /\b(?:requested|suggested|proposed|asked (?:for|to|that|whether)|feature request)\b|\b(?:users?|people|issue|#\d+) (?:wants?|would like|expects?|asks?)\b/iu

/**
 * Returns the sentence that stands for a reasoning where there is room for one, without its list mark: the decision,
 * else another explanation, else the problem. Empty if it has only references and requests, which may say the opposite
 * of what was done.
 */
export function mainSentence(text: string): string {
  const sentences = splitSentences(text.trim())
    .map((each) => each.trim().replace(/^(?:[*-]|\d+[.)]) /u, ''))
    .filter((each) => !REQUEST.test(each) && !each.endsWith(':'))
  const clear = sentences.filter((each, index) => index === 0 || !needsPreviousSentence(each))
  const byRole = (from: readonly string[]): string | undefined =>
    TELLING.map((roles) => from.find((each) => roles.includes(sentenceRole(each)))).find((each) => each !== undefined)
  return byRole(clear) ?? byRole(sentences) ?? ''
}

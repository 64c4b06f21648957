import { splitSentences } from '../../answer/split-sentences.ts'
import { needsPreviousSentence } from '../../prose/previous-sentence.ts'
import { sentenceRole, type SentenceRole } from '../../prose/sentence-role.ts'

/** Roles of sentences that say what was done or must hold, also where they mention a wish. */
const BINDING: readonly SentenceRole[] = ['decision', 'rejected', 'constraint']
/** Roles of sentences that explain: most telling first. */
const EXPLAINING: readonly (readonly SentenceRole[])[] = [BINDING, ['behaviour', 'cause', 'consequence']]
/** What a sentence must say to stand for a whole reasoning: most telling first. */
const TELLING: readonly (readonly SentenceRole[])[] = [...EXPLAINING, ['other'], ['problem']]
/** Somebody's wish, which alone reads as what was done. */
const WISH =
  /\bit(?:'s| is| was| has been)? (?:requested|suggested|proposed)\b|(?:\bissue|#\d+)[,:]? (?:(?:\w+ ){0,3}(?:wants?|asks?)|requests)\b/iu

/**
 * Returns the sentence that stands for a reasoning where there is room for one, without its list mark: the decision,
 * else another explanation, else the problem. A wish, which may be the opposite of what was done, only where nothing
 * else is said. Empty if it has only references.
 */
export function mainSentence(text: string): string {
  const sentences = splitSentences(text.trim())
    .map((each) => each.trim().replace(/^(?:[*-]|\d+[.)]) /u, ''))
    .filter((each) => !each.endsWith(':'))
  const stated = sentences.filter((each) => BINDING.includes(sentenceRole(each)) || !WISH.test(each))
  const clear = stated.filter((each, index) => index === 0 || !needsPreviousSentence(each))
  const byRole = (from: readonly string[], telling = TELLING): string | undefined =>
    telling.map((roles) => from.find((each) => roles.includes(sentenceRole(each)))).find((each) => each !== undefined)
  return (
    byRole(clear, EXPLAINING) ??
    byRole(stated, EXPLAINING) ??
    byRole(clear) ??
    byRole(stated) ??
    byRole(sentences) ??
    ''
  )
}

import { groupBy } from '@chronicle/schema'
import { splitSentences } from '../../answer/split-sentences.ts'
import { messageBlocks } from '../../prose/message-blocks.ts'
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
/** The end of a sentence that a code block interrupts. */
const CONTINUED = /^(?:which|whose|and|or|but)\b/u
/** Words that say nothing without the list or code after them. */
const ANNOUNCES =
  /\b(?:following|follows|these|below|example|instance)\b|\b(?:that|but|and|because|are|is|with|was|to)\s*:$/iu
/** Minimum number of words of a sentence that says something before it announces a list. */
const MIN_WORDS = 10

function isLeadIn(sentence: string): boolean {
  return sentence.endsWith(':') && (sentence.split(' ').length < MIN_WORDS || ANNOUNCES.test(sentence))
}

/**
 * Returns the sentence that stands for a reasoning where there is room for one, without its list mark: the decision,
 * else another explanation, else the problem. A wish, which may be the opposite of what was done, only where nothing
 * else is said. Empty if it has only references, headings or code.
 */
export function mainSentence(text: string): string {
  const blocks = groupBy(messageBlocks(text.trim().split('\n')), ({ kind }) => kind)
  // A point of a list says less alone than the text around it, and a quotation is somebody else's.
  const all = (['paragraph', 'bullet', 'quote'] as const)
    .flatMap((kind) =>
      (blocks.get(kind) ?? []).flatMap((block) => splitSentences(block.text.replace(/^\s*> ?/gmu, ''))),
    )
    .map((each) => each.trim())
  const sentences = all.filter((each) => !isLeadIn(each) && !CONTINUED.test(each))
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
    byRole(all) ??
    ''
  )
}

import { isConnective, hasDependentStart, sentenceCues, sentenceRole, splitSentences } from '@chronicle/core/prose'
import { classifySentence } from '../heuristic/comments/classify-sentence.ts'

/** A sentence of a text, and how it may be condensed. */
export interface RecordedSentence {
  /** The sentence on one line, with white space collapsed and without a bullet. */
  readonly text: string
  /**
   * Whether it must be kept word for word, because it states a rule, denies or rejects something, or cannot be judged.
   */
  readonly mustBeKept: boolean
  /** Whether it cannot be understood without the previous sentence. */
  readonly needsPrevious: boolean
}

/** Separates paragraphs and list items, which are sentences of their own. */
const BLOCK = /\n[^\S\n]*\n|\n(?=[^\S\n]*(?:[-*•+]|\d{1,3}[.)])\s)/u
const BULLET = /^\s*(?:[-*•+]|\d{1,3}[.)])\s+/u
/** Maximum length of a sentence, in characters. Nobody writes longer ones. */
const MAX_SENTENCE = 2000
/** Maximum length of a paragraph to split, in characters. Finding sentence ends in a longer one would take too long. */
const MAX_PARAGRAPH = 6000

/** Returns the sentences of a text of several paragraphs, in order. */
export function recordedSentences(text: string): readonly RecordedSentence[] {
  const sentences = text.split(BLOCK).flatMap((block) => {
    const line = block.replace(BULLET, '').replace(/\s+/gu, ' ').trim()
    return line.length > MAX_PARAGRAPH ? [line] : splitSentences(line)
  })
  return sentences.map((sentence, index): RecordedSentence => {
    return {
      text: sentence,
      mustBeKept: bindsReaders(sentence),
      needsPrevious: index > 0 && (hasDependentStart(sentence) || isConnective(sentence)),
    }
  })
}

/**
 * Words that negate a sentence, limit it, or make it a rule. Deliberately more than a reader would count as rules: a
 * paraphrase must not be able to deny anything.
 */
const DECISIVE =
  /\b(?:not|no|non|never|none|nothing|nobody|nor|neither|nowhere|cannot|without|unless|except|excluding|only|solely|until|must|shall|always|ought|has to|have to|needs?|required?|requires|requirement|mandatory|optional|optionally|should|may|might|allow\w*|permit\w*|avoid\w*|forbid\w*|forbade|prohibit\w*|disallow\w*|refus\w*|reject\w*|instead|rather|versus|beware|careful\w*|caution|warning|danger\w*|unsafe|safe|invalid|wrong\w*|false\w*|incorrect\w*|untrue|obsolete|outdated|stale|deprecat\w*|supersed\w*|replac\w*|revert\w*|undo\w*|undone|former\w*|previous\w*|earlier|longer|anymore|used to|stop\w*|remov\w*|lift\w*|drop\w*|ignor\w*|disregard\w*|skip\w*|fail\w*|hardly|barely|rarely|seldom|every|each|all|any|at (?:least|most)|exactly|before|after|invariants?|assum\w*|guarantee\w*|in sync|TODO|FIXME|HACK|XXX)\b|n['’]t\b/iu

/** Words of English that related languages do not have. A sentence with none of them cannot be judged. */
const ENGLISH =
  /\b(?:the|and|are|that|this|with|which|from|when|because|they|been|would|its|for|has|have|it|to|by|while|where)\b/iu

function bindsReaders(sentence: string): boolean {
  if (sentence.length > MAX_SENTENCE || !ENGLISH.test(sentence) || DECISIVE.test(sentence)) return true
  const cues = sentenceCues(sentence)
  if (cues.has('rule') || cues.has('rejected')) return true
  const role = sentenceRole(sentence)
  if (role === 'constraint' || role === 'rejected') return true
  const claim = classifySentence(sentence, { doc: false })
  return claim === 'rule' || claim === 'risk' || claim === 'sync'
}

/**
 * Returns the form of a sentence used for comparison: without the final full stop, which the end of a text may lack.
 */
export function sentenceKey(sentence: string): string {
  return sentence.replace(/\s+/gu, ' ').replace(/(?<![.;\s])[.;\s]+$/u, '')
}

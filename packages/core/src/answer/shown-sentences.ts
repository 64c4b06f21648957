import { needsPreviousSentence } from '../prose/previous-sentence.ts'
import { foldText } from './fold-text.ts'
import { splitSentences } from './split-sentences.ts'

/**
 * Minimum length of a sentence that is not repeated. A shorter one may well apply to two things, and a reference to it
 * would be as long.
 */
export const MIN_REFERENCE_LETTERS = 40

/** Folded texts that an answer already contains: whole texts, and the sentences of each commit. */
export type ShownSentences = Set<string>

/** Adds a text, and its sentences under a commit. */
export function addShown(text: string, commit: string, shownSentences: ShownSentences): void {
  shownSentences.add(foldText(text))
  for (const sentence of splitSentences(text)) shownSentences.add(sentenceKey(sentence, commit))
}

/**
 * Removes the sentences that the answer already contains for the same commit, except those that a new
 * sentence after them refers to. Returns an empty text if none is left. Adds the passage's sentences.
 */
export function withoutShown(passage: string, commit: string, shownSentences: ShownSentences): string {
  const sentences = splitSentences(passage)
  const isNew = sentences.map((sentence) => {
    const isShown = sentence.trim().length >= MIN_REFERENCE_LETTERS && shownSentences.has(sentenceKey(sentence, commit))
    shownSentences.add(sentenceKey(sentence, commit))
    return !isShown
  })
  // Which sentence refers to which is looked at only where one was removed: it takes long the first time.
  if (!isNew.includes(false)) return passage
  const kept: string[] = []
  let isReferredTo = false
  for (const [index, sentence] of [...sentences.entries()].reverse()) {
    const stays: boolean = isNew[index] === true || isReferredTo
    if (stays) kept.push(sentence)
    isReferredTo = stays && needsPreviousSentence(sentence.trim())
  }
  return kept.length === sentences.length ? passage : kept.reverse().join('').trim()
}

/**
 * Returns the key of a sentence. Folded texts have no line breaks, so the two never collide. A list marker is not part
 * of the sentence.
 */
function sentenceKey(sentence: string, commit: string): string {
  return `${commit}\n${foldText(sentence.replace(/^[\s*+>•-]+/u, ''))}`
}

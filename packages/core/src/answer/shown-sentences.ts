import { foldText } from './fold-text.ts'
import { splitSentences } from './split-sentences.ts'

/** A shorter sentence may well be said of two things, and a reference to it would take as much room. */
export const MIN_REFERENCE_LETTERS = 40

/** Texts, folded, that an answer has said: whole ones, and the sentences of each commit. */
export type ShownSentences = Set<string>

/** Adds a text, and its sentences as said of a commit. */
export function addShown(text: string, commit: string, shownSentences: ShownSentences): void {
  shownSentences.add(foldText(text))
  for (const sentence of splitSentences(text)) shownSentences.add(sentenceKey(sentence, commit))
}

/** A passage without the sentences that were said of the same commit; empty when all were. Its sentences are added. */
export function withoutShown(passage: string, commit: string, shownSentences: ShownSentences): string {
  const sentences = splitSentences(passage)
  const kept = sentences.filter((sentence) => {
    const isShown = sentence.trim().length >= MIN_REFERENCE_LETTERS && shownSentences.has(sentenceKey(sentence, commit))
    shownSentences.add(sentenceKey(sentence, commit))
    return !isShown
  })
  return kept.length === sentences.length ? passage : kept.join('').trim()
}

/** Folded texts have no line breaks, so this is none of them. The mark of a list item is no part of what it says. */
function sentenceKey(sentence: string, commit: string): string {
  return `${commit}\n${foldText(sentence.replace(/^[\s*+>•-]+/u, ''))}`
}

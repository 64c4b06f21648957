import { foldText } from './fold-text.ts'
import { splitSentences } from './split-sentences.ts'

/** A shorter sentence may well be said of two things, and a reference to it would take as much room. */
export const MIN_TOLD_LETTERS = 40

/** Texts, folded, that an answer has said: whole ones, and the sentences of each commit. */
export type ToldTexts = Set<string>

/** Adds a text, and its sentences as said of a commit. */
export function tell(text: string, commit: string, told: ToldTexts): void {
  told.add(foldText(text))
  for (const sentence of splitSentences(text)) told.add(sentenceKey(sentence, commit))
}

/** A passage without the sentences that were said of the same commit; empty when all were. It is told afterwards. */
export function withoutTold(passage: string, commit: string, told: ToldTexts): string {
  const sentences = splitSentences(passage)
  const kept = sentences.filter((sentence) => {
    const isTold = sentence.trim().length >= MIN_TOLD_LETTERS && told.has(sentenceKey(sentence, commit))
    told.add(sentenceKey(sentence, commit))
    return !isTold
  })
  return kept.length === sentences.length ? passage : kept.join('').trim()
}

/** Folded texts have no line breaks, so this is none of them. The mark of a list item is no part of what it says. */
function sentenceKey(sentence: string, commit: string): string {
  return `${commit}\n${foldText(sentence.replace(/^[\s*+>•-]+/u, ''))}`
}

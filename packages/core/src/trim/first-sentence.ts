import { splitSentences } from '../answer/split-sentences.ts'

/** Returns the first sentence of a text; the whole text when it has only one. */
export function firstSentence(text: string): string {
  return splitSentences(text.trim())[0]?.trimEnd() ?? ''
}

import { foldText, passagesOf } from './fold-text.ts'
import { splitSentences } from './split-sentences.ts'

/** Texts that an answer, or an entry of one, already contains. */
export interface ShownTexts {
  /** Whether it contains a text, as a whole or sentence by sentence. */
  has(text: string): boolean
  /** Adds a text with its paragraphs and sentences. */
  add(text: string): void
}

/** Creates a collection that also covers the texts of `earlier`, but adds nothing to it. */
export function createShownTexts(earlier?: ShownTexts): ShownTexts {
  const foldedTexts = new Set<string>()
  const has = (text: string): boolean => foldedTexts.has(foldText(text)) || earlier?.has(text) === true
  return {
    has: (text) => has(text) || splitSentences(text.trim()).every(has),
    add(text) {
      for (const part of [text, ...passagesOf(text), ...splitSentences(text)]) foldedTexts.add(foldText(part))
    },
  }
}

import { foldText, passagesOf } from './fold-text.ts'
import { splitSentences } from './split-sentences.ts'

/** Texts that an answer, or an entry of one, has said. */
export interface ShownTexts {
  /** Whether a text was said, as a whole or sentence by sentence. */
  has(text: string): boolean
  /** Adds a text with its paragraphs and sentences. */
  add(text: string): void
}

/** Starts with what `earlier` has said, and adds nothing to it. */
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

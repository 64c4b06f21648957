/** The endings by which English words are inflected. */
const INFLECTION = /(?:e|ed|er|es|ing|s)$/

/**
 * Returns the words of a text in lower case without their inflections, including the words of code names such as
 * `readFile`. Words shorter than `minLetters` occur in any text and are omitted.
 */
export function wordStems(text: string, minLetters: number): readonly string[] {
  const parts = text.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ').match(/\p{L}+/gu) ?? []
  return [...new Set([...parts, ...(text.match(/\p{L}+/gu) ?? [])])]
    .filter((word) => word.length >= minLetters)
    .map((word) => word.toLowerCase().replace(INFLECTION, ''))
}

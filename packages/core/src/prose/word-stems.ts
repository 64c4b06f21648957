/** What inflects most words of prose. */
const INFLECTION = /(?:e|ed|er|es|ing|s)$/

/**
 * The words of a text in lower case without what inflects them, those that names in code such as `readFile` are made of
 * included. Shorter ones than `minLetters` are in any text, and left out.
 */
export function wordStems(text: string, minLetters: number): readonly string[] {
  const parts = text.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ').match(/\p{L}+/gu) ?? []
  return [...new Set([...parts, ...(text.match(/\p{L}+/gu) ?? [])])]
    .filter((word) => word.length >= minLetters)
    .map((word) => word.toLowerCase().replace(INFLECTION, ''))
}

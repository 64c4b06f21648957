/** Characters of scripts that are written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu
/** Average number of such characters in a word. */
const WORD_LENGTH = 2

/** Returns the approximate number of words of a text in scripts that are written without spaces between words. */
export function unspacedWords(text: string): number {
  return Math.floor((text.match(UNSPACED)?.length ?? 0) / WORD_LENGTH)
}

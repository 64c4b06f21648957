import { isPlain } from './escape-unsafe.ts'

/**
 * Quotes a word for a POSIX shell. A word with control or invisible characters is written as `$'…'` with octal bytes
 * (bash, zsh, ksh, POSIX 2024), so that it can be displayed safely.
 */
export function quoteWord(word: string): string {
  if (/^[\w./:@%+,-][\w./:@%+=,-]*$/u.test(word)) return word
  if (isPlain(word)) return `'${word.replaceAll("'", "'\\''")}'`
  let quoted = ''
  for (const character of word) quoted += isPlain(character) && !/[\\']/u.test(character) ? character : octal(character)
  return `$'${quoted}'`
}

function octal(character: string): string {
  return [...new TextEncoder().encode(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu

/**
 * Text of others on one line of ours: line breaks and control characters in names and messages must not pass for more
 * lines, nor drive the terminal.
 */
export function oneLine(text: string): string {
  return escapeInvisible(text.trim().replace(/\s*[\r\n]+\s*/gu, ' '))
}

/** A path or another name as it is, with line breaks in it as `\n`; the same as core writes it into its messages. */
export function showName(name: string): string {
  return escapeInvisible(name.replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t'))
}

/** Control, bidi and other invisible characters as `\\uXXXX`, which inside of JSON strings stands for the same. */
export function escapeInvisible(text: string): string {
  return text.replace(INVISIBLE, (character) => {
    const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
  })
}

import { escapeUnsafe } from '@chronicle/core/text'

export { escapeUnsafe as escapeInvisible, neutralisePath as showName } from '@chronicle/core/text'

/**
 * Text of others on one line of ours: line breaks and control characters in names and messages must not pass for more
 * lines, nor drive the terminal. Spaces stay, because a command may have several in a quoted word.
 */
export function oneLine(text: string): string {
  return escapeUnsafe(text.trim().replace(/\s*[\r\n]+\s*/gu, ' '))
}

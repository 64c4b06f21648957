import { escapeUnsafe } from '@chronicle/core/text'

export { escapeUnsafe as escapeInvisible, neutralisePath as showName } from '@chronicle/core/text'

/**
 * Puts foreign text on one line: line breaks and control characters in names and messages must not look like further
 * lines or control the terminal. Spaces stay, because a quoted word of a command may contain several.
 */
export function oneLine(text: string): string {
  return escapeUnsafe(text.trim().replace(/\s*[\r\n]+\s*/gu, ' '))
}

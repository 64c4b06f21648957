import type { LineRange } from '@chronicle/schema'

/** Whether a line has words. Blank lines and braces are everywhere, so they do not identify code. */
export function hasWords(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line)
}

export function linesIn(lines: readonly string[], { start, end }: LineRange): readonly string[] {
  return lines.slice(start - 1, end)
}

import type { LineRange } from '@chronicle/schema'

/** Whether a line has words. Blank lines and braces are everywhere, so they do not identify code. */
export function hasWords(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line)
}

/** Returns the number of letters and digits in lines: with few of them, lines do not identify code. */
export function countLetters(lines: Iterable<string>): number {
  return [...lines].join('').match(/[\p{L}\p{N}]/gu)?.length ?? 0
}

export function linesIn(lines: readonly string[], { start, end }: LineRange): readonly string[] {
  return lines.slice(start - 1, end)
}

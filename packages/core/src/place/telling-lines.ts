/** Whether a line has words. Blank lines and braces are everywhere, so they do not identify code. */
export function hasWords(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line)
}

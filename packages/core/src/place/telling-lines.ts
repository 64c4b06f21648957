/** Whether a line has words: blank lines and braces are everywhere, so they tell nothing of where code is. */
export function isTelling(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line)
}

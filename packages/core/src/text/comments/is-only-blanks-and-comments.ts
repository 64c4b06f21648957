import { codeLines } from './code-lines.ts'

/**
 * Whether two runs of lines of a file differ in blanks and comments alone, so that the code does what it did. Lines out
 * of a file are taken as they are: one inside a block comment that begins above them counts as code. To tell such a line
 * too, take `codeLines` of the whole file, and compare its lines with `isSameCode`.
 */
export function isOnlyBlanksAndComments(
  path: string,
  oldLines: readonly string[],
  newLines: readonly string[],
): boolean {
  return isSameCode(codeLines(path, oldLines.join('\n')), codeLines(path, newLines.join('\n')))
}

/** Whether lines as `codeLines` returns them are the same, empty ones left out. */
export function isSameCode(before: readonly string[], after: readonly string[]): boolean {
  const [left, right] = [before, after].map((lines) => lines.filter((line) => line !== ''))
  return left?.length === right?.length && left?.every((line, index) => line === right?.[index]) === true
}

import type { LineSpan } from '../contracts/git-backend.ts'

/** Returns the lines of one side of a hunk. */
export function linesOfSpan(lines: readonly string[], { start, count }: LineSpan): readonly string[] {
  return count === 0 ? [] : lines.slice(start - 1, start - 1 + count)
}

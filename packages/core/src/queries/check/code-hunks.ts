import type { DiffHunk, LineSpan } from '../../contracts/git-backend.ts'
import { codeLines } from '../../text/comments/code-lines.ts'
import { isSameCode } from '../../text/comments/is-same-code.ts'

/** A text and the path that determines its language. */
export interface NamedText {
  readonly path: string
  readonly text: string
}

/** Returns the hunks that change code. Hunks that change only white space and comments are omitted. */
export function codeHunks(hunks: readonly DiffHunk[], before: NamedText, after: NamedText): readonly DiffHunk[] {
  const old = codeLines(before.path, before.text)
  const now = codeLines(after.path, after.text)
  // A diff may split the change of a comment so that each of two hunks appears to move a line of code.
  if (isSameCode(old, now)) return []
  return hunks.filter((hunk) => !isSameCode(linesIn(old, hunk.old), linesIn(now, hunk.new)))
}

function linesIn(lines: readonly string[], { start, count }: LineSpan): readonly string[] {
  return count === 0 ? [] : lines.slice(start - 1, start - 1 + count)
}

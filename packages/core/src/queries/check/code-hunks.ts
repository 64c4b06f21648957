import type { LineRange } from '@chronicle/schema'
import type { DiffHunk, LineSpan } from '../../contracts/git-backend.ts'
import { withoutBlanks } from '../../place/compare-slices.ts'
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

/**
 * Returns the part of a hunk that changes a range of the old file, if the hunk changes only white space of at least
 * half its lines: then each of them replaces one. Every other hunk is returned whole.
 */
export function partOfHunk(hunk: DiffHunk, { start, end }: LineRange, before: string, after: string): DiffHunk {
  const { old, new: added } = hunk
  const from = Math.max(old.start, start)
  const count = Math.min(old.start + old.count, end + 1) - from
  if (old.count !== added.count || count <= 0 || count === old.count) return hunk
  const now = linesIn(after.split('\n'), added).map(withoutBlanks)
  const same = linesIn(before.split('\n'), old).filter((line, index) => withoutBlanks(line) === now[index])
  if (same.length * 2 < old.count) return hunk
  return { old: { start: from, count }, new: { start: from - old.start + added.start, count } }
}

function linesIn(lines: readonly string[], { start, count }: LineSpan): readonly string[] {
  return count === 0 ? [] : lines.slice(start - 1, start - 1 + count)
}

import { codeLines, isSameCode } from '@chronicle/core/text'
import type { LineRange } from '@chronicle/schema'
import type { DiffHunk, LineSpan } from '@chronicle/core/contracts'
import type { ChangedFile } from '../../commit-context.ts'

/** A hunk with the code of its lines, as in `codeLines`: a line with only comments or white space is empty. */
export interface HunkCode {
  readonly hunk: DiffHunk
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** Whether the code differs. If not, only comments, docstrings or white space changed. */
  readonly differs: boolean
}

/** Returns the hunks of a file with their code. */
export function codeOfHunks({ path, before, after, hunks }: ChangedFile): readonly HunkCode[] {
  const [old, now] = [before, after].map((file) => (file === undefined ? [] : codeLines(path, file.text)))
  return hunks.map((whole) => {
    const hunk = withoutSameStart(whole, before?.lines, after?.lines)
    const [left, right] = [linesOf(old, hunk.old), linesOf(now, hunk.new)]
    return { hunk, before: left, after: right, differs: !isSameCode(left, right) }
  })
}

/** Leaves out first lines that did not change, such as one that got a line ending when lines after it were removed. */
function withoutSameStart(hunk: DiffHunk, before: readonly string[] = [], after: readonly string[] = []): DiffHunk {
  const [left, right] = [linesOf(before, hunk.old), linesOf(after, hunk.new)]
  let same = 0
  while (same < left.length && same < right.length && left[same] === right[same]) same++
  return { ...hunk, old: from(hunk.old, same), new: from(hunk.new, same) }
}

/** An empty span begins at the line before it. */
function from({ start, count }: LineSpan, index: number): LineSpan {
  if (index === 0) return { start, count }
  return { start: start + index - (count === index ? 1 : 0), count: count - index }
}

/** Returns whether a hunk changed code in some lines of the new file. */
export function changesCodeIn({ hunk, after, differs }: HunkCode, { start, end }: LineRange): boolean {
  const { count, start: first } = hunk.new
  if (!differs) return false
  if (count === 0) return start <= first && first < end
  const from = Math.max(start, first)
  const to = Math.min(end, first + count - 1)
  if (from > to) return false
  // Where no new line has code, code was removed.
  return after.every((line) => line === '') || after.slice(from - first, to - first + 1).some((line) => line !== '')
}

/** Returns whether a commit changed code of a file, and not only its comments, docstrings or white space. */
export function changesCode(file: ChangedFile): boolean {
  return codeOfHunks(file).some(({ differs }) => differs)
}

function linesOf(lines: readonly string[] = [], { start, count }: LineSpan): readonly string[] {
  return count === 0 ? [] : lines.slice(start - 1, start - 1 + count)
}

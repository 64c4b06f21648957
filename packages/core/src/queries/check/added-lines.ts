import type { DiffHunk } from '../../contracts/git-backend.ts'
import { linesOfSpan } from '../../line-diff/lines-of-span.ts'
import { withoutBlanks } from '../../place/compare-slices.ts'

/** `<<<<<<< HEAD`, `||||||| base`, `=======` and `>>>>>>> topic`. */
const CONFLICT_MARKER = /^(?:(?:<{7}|\|{7}|>{7})(?: .*)?|={7})\r?$/u

/** Returns the line numbers at which a merge that was not resolved begins; empty when there is none. */
export function conflictLines(lines: readonly string[]): readonly number[] {
  if (!lines.some((line) => line.startsWith('>>>>>>>') && CONFLICT_MARKER.test(line))) return []
  return lines.flatMap((line, index) => (line.startsWith('<<<<<<<') && CONFLICT_MARKER.test(line) ? [index + 1] : []))
}

/**
 * Returns the lines that hunks add to a file, without conflict markers, and without lines that they remove from another
 * place of it: those were only moved.
 */
export function addedLines(
  hunks: readonly DiffHunk[],
  before: readonly string[],
  after: readonly string[],
): readonly string[] {
  const removed = new Set(hunks.flatMap((hunk) => linesOfSpan(before, hunk.old)).map(withoutBlanks))
  return hunks
    .flatMap((hunk) => linesOfSpan(after, hunk.new))
    .filter((line) => !CONFLICT_MARKER.test(line) && !removed.has(withoutBlanks(line)))
}

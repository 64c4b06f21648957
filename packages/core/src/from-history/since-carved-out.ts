import type { LineRange } from '@chronicle/schema'
import type { LineRevision } from '../history/line-history.ts'

/** A unit is a small part of what is this many times as long. */
const TIMES_AS_LONG = 4
/** Share of a unit that the commit wrote which took it out of another one. */
const MIN_WRITTEN = 0.5
/** Share of a unit that the commit wrote which rewrote the file, and put it where something else was. */
const ALL_WRITTEN = 0.9
/** Share of the changes of a file that lie in one unit, at most, where the file was rewritten. */
const SHARE_OF_REWRITING = 0.05

/**
 * Returns the revisions of a unit without those of what stood in its place before: of a much longer unit that it was
 * carved out of, and of another one that stood there before the file was rewritten. By edits its lines go back to all of that, whose
 * commits are hardly ever about them. `revisions`: newest first.
 */
export function sinceCarvedOut(revisions: readonly LineRevision[]): readonly LineRevision[] {
  const at = revisions.findIndex(isCarvedOut)
  const birth = revisions[at]
  if (birth === undefined) return revisions
  if (writtenShare(birth) >= ALL_WRITTEN) return revisions.slice(0, at + 1)
  const most = TIMES_AS_LONG * lengthOf(birth.lines)
  return revisions.filter(({ lines }, index) => index <= at || lengthOf(lines) <= most)
}

/** Whether a commit wrote a unit where one of another name stood that is not the same: a much longer one, or of a file that it rewrote. */
function isCarvedOut(revision: LineRevision): boolean {
  const { before, changes, lines, name } = revision
  if (before?.name === undefined || name === undefined || lastOf(before.name) === lastOf(name)) return false
  if (before.by !== 'lines' && before.by !== 'blanks') return false
  const isMuchLonger = lengthOf(before.lines) > TIMES_AS_LONG * lengthOf(lines)
  if (isMuchLonger) return writtenShare(revision) >= MIN_WRITTEN
  // In a small change, all lines of a short unit are edited where it is renamed.
  return changes.inLines <= SHARE_OF_REWRITING * changes.inFile && writtenShare(revision) >= ALL_WRITTEN
}

function writtenShare({ changed, lines }: LineRevision): number {
  return changed.reduce((sum, each) => sum + lengthOf(each), 0) / lengthOf(lines)
}

function lastOf(name: string): string {
  return name.split('::').at(-1) ?? name
}

function lengthOf({ end, start }: LineRange): number {
  return end - start + 1
}

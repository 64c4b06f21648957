import type { LineRevision } from '../history/line-history.ts'
import { lengthOf } from '../place/overlaps.ts'

/** Minimum ratio of lengths for a unit to be only a small part of another one. */
const TIMES_AS_LONG = 4
/** Minimum share of its lines that a commit writes when it carves a unit out of another one. */
const MIN_WRITTEN = 0.5
/**
 * Minimum share of its lines that a commit writes when it rewrites the file and replaces another unit with this one.
 */
const ALL_WRITTEN = 0.9
/** Maximum share of a rewritten file's changes that are inside one unit. */
const SHARE_OF_REWRITING = 0.05

/**
 * Removes the revisions of a unit's predecessor: a much longer unit that it was carved out of, or another unit before
 * the file was rewritten. The history of its lines includes those, but their commits are hardly ever about the unit.
 * `revisions` must be newest first.
 */
export function dropPredecessorRevisions(revisions: readonly LineRevision[]): readonly LineRevision[] {
  const at = revisions.findIndex(isCarvedOut)
  const birth = revisions[at]
  if (birth === undefined) return revisions
  if (writtenShare(birth) >= ALL_WRITTEN) return revisions.slice(0, at + 1)
  const most = TIMES_AS_LONG * lengthOf(birth.lines)
  return revisions.filter(({ lines }, index) => index <= at || lengthOf(lines) <= most)
}

/** Whether a commit wrote a unit in place of a different one: a much longer one, or one of a file that it rewrote. */
function isCarvedOut(revision: LineRevision): boolean {
  const { before, changes, lines, name } = revision
  if (before?.name === undefined || name === undefined || lastOf(before.name) === lastOf(name)) return false
  if (before.by !== 'lines' && before.by !== 'blanks') return false
  const isMuchLonger = lengthOf(before.lines) > TIMES_AS_LONG * lengthOf(lines)
  if (isMuchLonger) return writtenShare(revision) >= MIN_WRITTEN
  // Renaming a short unit may edit all of its lines, but as part of a small change.
  return changes.inLines <= SHARE_OF_REWRITING * changes.inFile && writtenShare(revision) >= ALL_WRITTEN
}

function writtenShare({ changed, lines }: LineRevision): number {
  return changed.reduce((sum, each) => sum + lengthOf(each), 0) / lengthOf(lines)
}

function lastOf(name: string): string {
  return name.split('::').at(-1) ?? name
}

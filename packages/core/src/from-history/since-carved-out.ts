import type { LineRange } from '@chronicle/schema'
import type { LineRevision } from '../history/line-history.ts'

/** A unit is a small part of what is this many times as long. */
const TIMES_AS_LONG = 4
/** Share of a unit that the commit wrote which took it out of another one. */
const MIN_WRITTEN = 0.5

/**
 * Returns the revisions of a unit without those of a much longer one that it was carved out of: by edits its few lines
 * go back to all of that, whose commits are hardly ever about them. `revisions`: newest first.
 */
export function sinceCarvedOut(revisions: readonly LineRevision[]): readonly LineRevision[] {
  const at = revisions.findIndex(isCarvedOut)
  const birth = revisions[at]
  if (birth === undefined) return revisions
  const most = TIMES_AS_LONG * lengthOf(birth.lines)
  return revisions.filter(({ lines }, index) => index <= at || lengthOf(lines) <= most)
}

/** Whether a commit wrote most of a unit where a much longer one stood that had another name. */
function isCarvedOut({ before, changed, lines, name }: LineRevision): boolean {
  if (before?.name === undefined || name === undefined || lastOf(before.name) === lastOf(name)) return false
  if (before.by !== 'lines' && before.by !== 'blanks') return false
  const written = changed.reduce((sum, each) => sum + lengthOf(each), 0)
  return lengthOf(before.lines) > TIMES_AS_LONG * lengthOf(lines) && written >= MIN_WRITTEN * lengthOf(lines)
}

function lastOf(name: string): string {
  return name.split('::').at(-1) ?? name
}

function lengthOf({ end, start }: LineRange): number {
  return end - start + 1
}

import type { CommitId, LineRange } from '@chronicle/schema'
import type { BlameHunk } from '../contracts/git-backend.ts'

/** Lines recorded at a commit, as far as they can be followed to the queried state. */
export interface CarriedLines {
  /** Lines still attributed to the commit, ascending. */
  readonly own: readonly LineRange[]
  readonly ownCount: number
  /** The place now: from the first own line to the last, and the older context around them. `undefined`: none left. */
  readonly current: LineRange | undefined
}

/** Who owns each line, for stepping line by line. */
export interface LineOwners {
  /** The hunk that a line belongs to; `undefined` outside the file. */
  at(line: number): BlameHunk | undefined
}

export function lineOwners(hunks: readonly BlameHunk[]): LineOwners {
  return {
    at(line) {
      let low = 0
      let high = hunks.length - 1
      while (low <= high) {
        const middle = (low + high) >> 1
        const hunk = hunks[middle]
        if (hunk === undefined) return undefined
        if (line < hunk.final.start) high = middle - 1
        else if (line > hunk.final.end) low = middle + 1
        else return hunk
      }
      return undefined
    },
  }
}

/**
 * Carries lines recorded at a commit, which now owns `ownHunks`, through the blame mapping `original → final`. Blame maps only the lines that the
 * commit itself wrote; the older lines that were recorded around them are followed outwards from those, one by one,
 * as long as they are older, inside `within`, and no more than were recorded.
 */
export function carryLines(
  recorded: LineRange | undefined,
  commit: CommitId,
  committedAt: number | undefined,
  ownHunks: readonly BlameHunk[],
  owners: LineOwners,
  within: LineRange | undefined,
): CarriedLines {
  const own: LineRange[] = []
  let first: { readonly original: number; readonly final: number } | undefined
  let last: { readonly original: number; readonly final: number } | undefined
  let ownCount = 0
  for (const hunk of ownHunks) {
    const shift = hunk.final.start - hunk.original.start
    const start = Math.max(hunk.original.start, recorded?.start ?? hunk.original.start)
    const end = Math.min(hunk.original.end, recorded?.end ?? hunk.original.end)
    if (start > end) continue
    own.push({ start: start + shift, end: end + shift })
    ownCount += end - start + 1
    first ??= { original: start, final: start + shift }
    last = { original: end, final: end + shift }
  }
  if (first === undefined || last === undefined) return { own, ownCount, current: undefined }
  if (recorded === undefined) return { own, ownCount, current: { start: first.final, end: last.final } }
  const isContext = (line: number): boolean => {
    if (within !== undefined && (line < within.start || line > within.end)) return false
    const owner = owners.at(line)
    return owner !== undefined && owner.commit !== commit && !isNewer(owner, commit, committedAt)
  }
  let { final: start } = first
  for (let left = first.original - recorded.start; left > 0 && isContext(start - 1); left--) start--
  let { final: end } = last
  for (let left = recorded.end - last.original; left > 0 && isContext(end + 1); left--) end++
  return { own, ownCount, current: { start, end } }
}

/** Whether a line came in after the commit: not committed yet, or by a commit with a later committer time. */
export function isNewer(hunk: BlameHunk, commit: CommitId, committedAt: number | undefined): boolean {
  if (hunk.commit === undefined) return true
  if (hunk.commit === commit || hunk.committedAt === undefined || committedAt === undefined) return false
  return hunk.committedAt > committedAt
}

import type { LineRange } from '@chronicle/schema'
import type { AstUnit } from '../../contracts/ast-parser.ts'
import type { DiffHunk, LineSpan } from '../../contracts/git-backend.ts'
import { isInside, overlaps } from '../../place/overlaps.ts'

/** Returns the lines of a span; `undefined` when it is empty. */
export function spanLines({ start, count }: LineSpan): LineRange | undefined {
  return count === 0 ? undefined : { start, end: start + count - 1 }
}

/** Whether a hunk removes lines from a range of the old file, or inserts lines between two of its lines. */
export function touches({ old }: DiffHunk, range: LineRange): boolean {
  const lines = spanLines(old)
  if (lines !== undefined) return overlaps(lines, range)
  return range.start <= old.start && old.start + 1 <= range.end
}

/** Returns the range from the first to the last line that the hunks insert; `undefined` when they insert none. */
export function insertedLines(hunks: readonly DiffHunk[]): LineRange | undefined {
  const spans = hunks.map((hunk) => spanLines(hunk.new)).filter((lines) => lines !== undefined)
  const [first] = spans
  if (first === undefined) return undefined
  return spans.reduce(
    (hull, { start, end }) => ({
      start: Math.min(hull.start, start),
      end: Math.max(hull.end, end),
    }),
    first,
  )
}

/** A unit of the old file that a change touches. */
export interface TouchedUnit {
  readonly unit: AstUnit
  readonly hunks: readonly DiffHunk[]
  /** Whether some of the touched lines are outside all smaller touched units in it. */
  readonly direct: boolean
  /** Whether it contains no smaller units. */
  readonly leaf: boolean
  /** Whether the new file has no unit with its name. Always `false` when the new file has no outline. */
  readonly gone: boolean
}

/**
 * Returns the units whose lines a change touches. Added lines belong to the units around them, and to an adjacent unit
 * if it contains them in the new file: the last line of a body may have no visible end.
 */
export function touchedUnits(
  hunks: readonly DiffHunk[],
  before: readonly AstUnit[],
  after: readonly AstUnit[] | undefined,
): readonly TouchedUnit[] {
  const names = after && new Set(after.map(({ name }) => name))
  const touched = before.flatMap((unit) => {
    const own = hunks.filter((hunk) => touches(hunk, unit.lines) || extendsUnit(hunk, unit, after))
    return own.length === 0 ? [] : [{ unit, hunks: own }]
  })
  return touched.map(({ unit, hunks: own }) => {
    const inner = touched.filter((other) => isInside(other.unit.lines, unit.lines))
    return {
      unit,
      hunks: own,
      leaf: !before.some((other) => isInside(other.lines, unit.lines)),
      direct: own.some((hunk) => !isCovered(hunk, unit, inner)),
      gone: names !== undefined && !names.has(unit.name),
    }
  })
}

function extendsUnit({ old, new: added }: DiffHunk, unit: AstUnit, after: readonly AstUnit[] = []): boolean {
  const lines = spanLines(added)
  if (old.count > 0 || lines === undefined) return false
  if (old.start !== unit.lines.end && old.start + 1 !== unit.lines.start) return false
  return after.some((now) => now.name === unit.name && now.type === unit.type && overlaps(now.lines, lines))
}

/** Whether all lines of a unit that a hunk touches are in smaller units inside it. */
function isCovered(
  hunk: DiffHunk,
  unit: AstUnit,
  inner: readonly { readonly unit: AstUnit; readonly hunks: readonly DiffHunk[] }[],
): boolean {
  const lines = spanLines(hunk.old)
  const covering = inner.filter(({ hunks }) => hunks.includes(hunk)).map((each) => each.unit.lines)
  if (lines === undefined) return covering.length > 0
  const start = Math.max(lines.start, unit.lines.start)
  const end = Math.min(lines.end, unit.lines.end)
  let next = start
  for (const range of covering.sort((a, b) => a.start - b.start)) {
    if (range.start > next) break
    next = Math.max(next, range.end + 1)
  }
  return next > end
}

import type { LineRange } from '@chronicle/schema'
import type { AstUnit, Outline } from '@chronicle/core/contracts'

/** The two versions of a text with merge conflicts. Every line keeps its number. */
export interface ConflictSides {
  readonly ours: string
  readonly theirs: string
  /** Line ranges from the first to the last marker of each conflict, ascending. */
  readonly conflicts: readonly LineRange[]
}

/**
 * Splits a file with conflict markers of `git merge`, in any of its styles. Returns `undefined` if the text has no
 * conflict.
 */
export function conflictSides(text: string): ConflictSides | undefined {
  if (!START.test(text)) return undefined
  const lines = text.split('\n')
  const ours = [...lines]
  const theirs = [...lines]
  const conflicts: LineRange[] = []
  let start = 0
  /** Index of the line that starts the base, and of the line between the sides; both 1-based. */
  let base = 0
  let middle = 0
  for (const [index, line] of lines.entries()) {
    const number = index + 1
    if (line.startsWith('<<<<<<< ')) [start, base, middle] = [number, 0, 0]
    else if (start !== 0 && base + middle === 0 && BASE.test(line)) base = number
    else if (start !== 0 && middle === 0 && MIDDLE.test(line)) middle = number
    else if (middle !== 0 && line.startsWith('>>>>>>> ')) {
      ours.fill('', (base || middle) - 1, number)
      ours.fill('', start - 1, start)
      theirs.fill('', start - 1, middle)
      theirs.fill('', index, number)
      conflicts.push({ start, end: number })
      start = middle = 0
    }
  }
  return conflicts.length === 0 ? undefined : { ours: ours.join('\n'), theirs: theirs.join('\n'), conflicts }
}

const START = /^<{7} /mu
/** A base that is itself a merge may contain markers, which are longer. */
const BASE = /^\|{7}(?: |\r?$)/u
const MIDDLE = /^={7}\r?$/u

/**
 * Returns the units of our side, each extended to the later of its ends on the two sides, and the units in conflicts
 * that only the other side has.
 */
export function mergeOutlines(ours: Outline, theirs: Outline, { conflicts }: ConflictSides): Outline {
  const placeOf = ({ lines, name }: AstUnit): string => `${lines.start} ${name}`
  const ends = new Map(theirs.units.map((unit) => [placeOf(unit), unit.lines.end]))
  const common = ours.units.map((unit): AstUnit => {
    const { end, start } = unit.lines
    return { ...unit, lines: { start, end: Math.max(end, ends.get(placeOf(unit)) ?? end) } }
  })
  const names = new Set(ours.units.map(({ name }) => name))
  const added = theirs.units.filter(({ lines, name }) => !names.has(name) && overlapsOne(lines, conflicts))
  const units = [...common, ...added].toSorted((a, b) => a.lines.start - b.lines.start || b.lines.end - a.lines.end)
  return { ...ours, units, partial: true }
}

/** Whether lines overlap one of the ranges, which are ascending and disjoint. */
function overlapsOne({ end, start }: LineRange, ranges: readonly LineRange[]): boolean {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((ranges[middle]?.end ?? 0) < start) low = middle + 1
    else high = middle
  }
  return (ranges[low]?.start ?? Infinity) <= end
}

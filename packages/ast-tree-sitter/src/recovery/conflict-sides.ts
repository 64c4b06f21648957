import type { LineRange } from '@chronicle/schema'
import type { AstUnit, Outline } from '@chronicle/core/contracts'

/** A text with the marks of a merge conflict, as each of the sides has it. Every line stays where it is. */
export interface ConflictSides {
  readonly ours: string
  readonly theirs: string
  readonly conflicts: readonly Conflict[]
}

/** Lines from the first mark to the last, and those of the other side. */
interface Conflict extends LineRange {
  readonly theirs: LineRange
}

/** Splits what `git merge` left in a file, in any of its styles. `undefined`: there is no conflict in the text. */
export function conflictSides(text: string): ConflictSides | undefined {
  if (!START.test(text)) return undefined
  const lines = text.split('\n')
  const ours = [...lines]
  const theirs = [...lines]
  const conflicts: Conflict[] = []
  let start = 0
  /** The line, counted from 1, that the base begins with, and the one between the sides. */
  let base = 0
  let middle = 0
  for (const [index, line] of lines.entries()) {
    const number = index + 1
    if (line.startsWith('<<<<<<< ')) [start, base, middle] = [number, 0, 0]
    else if (start !== 0 && middle === 0 && line.startsWith('|||||||')) base = number
    else if (start !== 0 && /^=======\r?$/u.test(line)) middle = number
    else if (middle !== 0 && line.startsWith('>>>>>>> ')) {
      ours.fill('', (base || middle) - 1, number)
      ours.fill('', start - 1, start)
      theirs.fill('', start - 1, middle)
      theirs.fill('', index, number)
      conflicts.push({ start, end: number, theirs: { start: middle + 1, end: index } })
      start = middle = 0
    }
  }
  return conflicts.length === 0 ? undefined : { ours: ours.join('\n'), theirs: theirs.join('\n'), conflicts }
}

const START = /^<{7} /mu

/** The units of our side, and those that only the other side has. What a conflict ends in ends with the conflict. */
export function bothSides(ours: Outline, theirs: Outline, { conflicts }: ConflictSides): Outline {
  const names = new Set(ours.units.map(({ name }) => name))
  const added = theirs.units.filter(
    ({ lines, name }) =>
      !names.has(name) && conflicts.some((each) => lines.start >= each.theirs.start && lines.start <= each.theirs.end),
  )
  const whole = ours.units.map((unit): AstUnit => {
    const { end, start } = unit.lines
    const last = conflicts.find((each) => start < each.start && end > each.start && end < each.end)
    return last === undefined ? unit : { ...unit, lines: { start, end: last.end } }
  })
  const units = [...whole, ...added].toSorted((a, b) => a.lines.start - b.lines.start || b.lines.end - a.lines.end)
  return { ...ours, units, partial: true }
}

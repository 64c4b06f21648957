import type { LineRange } from '@chronicle/schema'
import type { AstUnit, Outline } from '@chronicle/core/contracts'
import type { ChangedFile } from '../../commit-context.ts'

/** A place that a text is about: a unit, some lines, or a whole file. */
export interface CodePlace {
  readonly file: ChangedFile
  readonly unit?: AstUnit
  readonly lines?: LineRange
}

/** Maximum gap between a comment and the unit below that it belongs to, in lines. */
const NEAR = 1

/** Returns the innermost unit that contains some lines. */
export function unitAround(outline: Outline | undefined, lines: LineRange): AstUnit | undefined {
  return innermost(
    (outline?.units ?? []).filter(({ lines: { start, end } }) => start <= lines.start && lines.end <= end),
  )
}

/**
 * Returns the unit directly after some lines, such as a comment, inside the same unit; otherwise the innermost unit
 * around them.
 */
export function unitOfLines(outline: Outline | undefined, lines: LineRange): AstUnit | undefined {
  const units = outline?.units ?? []
  const around = unitAround(outline, lines)
  const below = units
    .filter(({ lines: { start } }) => start > lines.end && start <= lines.end + NEAR)
    .filter((unit) => around === undefined || unit.lines.end <= around.lines.end)
  return below[0] ?? around
}

function innermost(units: readonly AstUnit[]): AstUnit | undefined {
  return units.reduce<AstUnit | undefined>(
    (best, unit) => (best === undefined || sizeOf(unit) <= sizeOf(best) ? unit : best),
    undefined,
  )
}

function sizeOf({ lines }: AstUnit): number {
  return lines.end - lines.start
}

/** Whether a unit is a test. */
export function isTestUnit({ type, name, signature = '' }: AstUnit): boolean {
  return (
    type === 'test' ||
    /(?:^|::)tests?(?:::|$)|(?:^|::)test_\w+|(?:^|::)Test[A-Z_]\w*/.test(name) ||
    signature.startsWith('#[test]')
  )
}

import type { LineRange } from '@chronicle/schema'
import type { AstUnit } from '../contracts/ast-parser.ts'
import { isInside, overlaps } from '../place/overlaps.ts'
import type { ResolvedScope } from './resolved-scope.ts'

/** Returns the innermost units that lines touch. `undefined` when there are none. */
export async function unitsAtLines(
  { outline }: Pick<ResolvedScope, 'outline'>,
  lines: LineRange,
): Promise<readonly AstUnit[] | undefined> {
  const touched = ((await outline())?.units ?? []).filter((unit) => overlaps(unit.lines, lines))
  const innermost = touched.filter((unit) => !touched.some((other) => isInside(other.lines, unit.lines)))
  return innermost.length > 0 ? innermost : undefined
}

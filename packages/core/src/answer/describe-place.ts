import type { PlaceEcho, ResolvedUnit } from '@chronicle/schema'
import { describeQuery, describeUnits } from '../format/describe-output.ts'
import { neutralise } from '../format/neutralise-text.ts'

/** `src/a.rs — connect at v1.2 (a1b2c3d)` */
export function describePlace(query: PlaceEcho): string {
  return describeQuery({ ...query, depth: 0, max_regions: 0 })
}

/** Which units an anchor named; `''` when there was one. */
export function describeAmbiguousPlace(answer: {
  readonly query: PlaceEcho
  readonly ambiguous_anchor?: true
  readonly resolved?: readonly ResolvedUnit[]
}): string {
  if (answer.ambiguous_anchor !== true) return ''
  const units = answer.resolved ?? []
  const named = units.length === 0 ? '' : `: ${describeUnits(units)}`
  return `${neutralise(answer.query.anchor ?? 'the anchor')} names several units, all count${named}`
}

import { matchAnchor } from '@chronicle/core/text'
import type { ResolvedSymbol } from '../source-response.ts'
import type { NamedUnit } from './name-units.ts'

/** The units that a name may stand for. */
export interface UnitMatch {
  /** Equally good matches, in the order of the units. */
  readonly candidates: readonly NamedUnit[]
  /** The matching unit, if it is unambiguous. */
  readonly chosen?: NamedUnit
  readonly match: ResolvedSymbol['match']
}

/** Maximum length of a name. Of longer ones, only the beginning would be compared. */
const MAX_NAME = 1_000

/**
 * Finds the unit with an id or a name. A type and its `impl` and extension blocks count as one unit, and the type is
 * chosen. If code and configuration entries match equally well, the code is chosen.
 */
export function chooseUnit(target: string, units: readonly NamedUnit[]): UnitMatch | undefined {
  const byId = units.find(({ id }) => id === target)
  if (byId !== undefined) return { candidates: [byId], chosen: byId, match: 'id' }
  if (target.length > MAX_NAME) return undefined
  const found = matchAnchor(target, units, ({ unit }) => unit.name, { fuzzy: false })
  if (found === undefined || found.kind === 'fuzzy') return undefined
  const { matches, kind: match } = found
  const code = matches.filter(({ unit }) => unit.type !== 'config')
  const candidates = code.length > 0 ? code : matches
  const types = candidates.filter(({ unit }) => unit.type !== 'impl' && unit.type !== 'extension')
  const [chosen, second] = types.length > 0 ? types : candidates
  const sameName = candidates.every(({ unit }) => unit.name === chosen?.unit.name)
  return second === undefined && chosen !== undefined && sameName
    ? { candidates, chosen, match }
    : { candidates, match }
}

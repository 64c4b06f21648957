import type { AnchorMatch, AstAnchor, LineRange } from '@chronicle/schema'
import type { AstUnit } from '../contracts/ast-parser.ts'
import { matchAnchor } from '../read/match-anchor.ts'
import { overlaps } from './overlaps.ts'

/** The units that an anchor matches, and how well they match. */
export interface FoundUnits {
  /** Never empty; several units when they match equally well. */
  readonly units: readonly AstUnit[]
  readonly match: Extract<AnchorMatch, 'exact' | 'unqualified' | 'fuzzy' | 'signature_changed'>
  readonly distance: number
}

/**
 * Finds the units of a file that match the name of an anchor. `kept` are the current ranges of the recorded lines:
 * among units with the same name, those that contain some of them are preferred, and a name with a similar spelling
 * matches only if its unit contains some.
 */
export function findUnits(
  anchor: AstAnchor,
  units: readonly AstUnit[],
  kept: readonly LineRange[],
): FoundUnits | undefined {
  const named = matchAnchor(anchor.name, units, (unit) => unit.name)
  if (named === undefined) return undefined
  const hasKept = (unit: AstUnit): boolean => kept.some((range) => overlaps(range, unit.lines))
  if (named.kind === 'fuzzy') {
    const alike = named.matches.filter(hasKept)
    return alike.length === 0 ? undefined : { units: alike, match: 'fuzzy', distance: named.distance }
  }
  const best = narrow(named.matches, anchor, hasKept)
  const signature = normaliseSignature(anchor.signature)
  const changed =
    signature !== undefined &&
    best.every((unit) => unit.signature !== undefined && normaliseSignature(unit.signature) !== signature)
  return { units: best, match: changed ? 'signature_changed' : named.kind, distance: 0 }
}

/**
 * Narrows units with the same name to those of the recorded type, then signature, then place. A criterion that no unit
 * meets is skipped.
 */
function narrow(units: readonly AstUnit[], anchor: AstAnchor, hasKept: (unit: AstUnit) => boolean): readonly AstUnit[] {
  const signature = normaliseSignature(anchor.signature)
  const preferences: readonly ((unit: AstUnit) => boolean)[] = [
    (unit) => unit.type === anchor.type,
    (unit) => signature !== undefined && normaliseSignature(unit.signature) === signature,
    hasKept,
  ]
  let left = units
  for (const preferred of preferences) {
    if (left.length < 2) break
    const some = left.filter(preferred)
    if (some.length > 0) left = some
  }
  return left
}

function normaliseSignature(signature: string | undefined): string | undefined {
  const text = signature?.replace(/\s+/gu, ' ').trim()
  return text === '' ? undefined : text
}

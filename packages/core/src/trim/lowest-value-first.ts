import type { ReadRegion } from '@chronicle/schema'
import type { Trimmer } from '../contracts/index.ts'
import { newestFirst } from './drop-regions.ts'
import { firstSentence } from './first-sentence.ts'
import { trimmerOf, type TrimStrategy } from './read-plan.ts'
import { coreLength, cutsOf, fieldValue, type FieldCut } from './region-fields.ts'
import { cutWeight, regionValue } from './region-value.ts'
import { textLength } from './text-length.ts'
import type { TrimStep } from './withheld-steps.ts'

/** Characters that a region takes beside its texts: heading, commit, confidence. */
const REGION_OVERHEAD = 150
/** Characters that a field takes beside its text. */
const FIELD_OVERHEAD = 15

interface Piece {
  readonly step: TrimStep
  /** Value given up per character gained. */
  readonly density: number
}

/** Gives up first what is worth least for its length. */
export const LOWEST_VALUE_FIRST: TrimStrategy = {
  name: 'lowest_value_first',
  steps(regions) {
    const pieces = newestFirst(regions).flatMap((position) => {
      const region = regions[position]
      return region === undefined ? [] : piecesOf(region, position)
    })
    // Stable, so pieces of equal density go from the newest region on, fields before their region.
    const ordered = pieces.sort((a, b) => a.density - b.density).map(({ step }) => step)
    // No field is dearer than its region, so the last one is a region, which stays.
    return ordered.slice(0, -1)
  },
}

/**
 * Gives up what is worth least for its length, whether that is a field of one region or another region as a whole:
 * a field is worth a share of its region, a region its confidence times what it states, with constraints (an author's
 * more than inferred ones), deprecation warnings and risk notes weighing most (`regionValue`). A region goes after all
 * of its fields. So many regions with their constraints are kept rather than few with long reasoning. `intent` and
 * `constraints` of a region are never shortened; see `readPlan` for the rest.
 */
export function lowestValueFirst(): Trimmer {
  return trimmerOf(LOWEST_VALUE_FIRST)
}

/** The fields of a region in the order they may go, then the region: never dearer than the region itself. */
function piecesOf(region: ReadRegion, position: number): readonly Piece[] {
  const value = regionValue(region)
  const whole = value / (REGION_OVERHEAD + coreLength(region))
  const pieces: Piece[] = []
  const reached = new Map<string, number>()
  for (const cut of cutsOf(region)) {
    const own = (value * cutWeight(cut)) / cutLength(region, cut)
    const density = Math.min(whole, Math.max(own, reached.get(cut.field) ?? 0))
    reached.set(cut.field, density)
    pieces.push({ step: { kind: 'field', region: position, cut }, density })
  }
  return [...pieces, { step: { kind: 'region', region: position }, density: whole }]
}

function cutLength(region: ReadRegion, cut: FieldCut): number {
  const value = fieldValue(region, cut.field)
  if (typeof value !== 'string') return FIELD_OVERHEAD + textLength(value)
  const sentence = firstSentence(value).length
  return cut.to === 'first_sentence' ? Math.max(1, value.length - sentence) : FIELD_OVERHEAD + sentence
}

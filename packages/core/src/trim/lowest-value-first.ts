import type { ReadRegion } from '@chronicle/schema'
import type { Trimmer } from '../contracts/index.ts'
import { newestFirst } from './drop-regions.ts'
import { firstSentence } from './first-sentence.ts'
import { trimmerOf, type TrimStrategy } from './read-plan.ts'
import { coreLength, cutsOf, fieldValue, type FieldCut } from './region-fields.ts'
import { cutWeight, regionValue } from './region-value.ts'
import { textLength } from './text-length.ts'
import type { TrimStep } from './withheld-steps.ts'

/** Number of characters that a region needs besides its texts: heading, commit, confidence. */
const REGION_OVERHEAD = 150
/** Number of characters that a field needs besides its text. */
const FIELD_OVERHEAD = 15

interface Piece {
  readonly step: TrimStep
  /** Value lost per character saved. */
  readonly density: number
}

/** Drops the content with the lowest value per character first. */
export const LOWEST_VALUE_FIRST: TrimStrategy = {
  name: 'lowest_value_first',
  steps(regions) {
    const pieces = newestFirst(regions).flatMap((position) => {
      const region = regions[position]
      return region === undefined ? [] : piecesOf(region, position)
    })
    // The sort is stable, so pieces of equal density are dropped newest region first, and fields before their region.
    const ordered = pieces.sort((a, b) => a.density - b.density).map(({ step }) => step)
    // No field has a higher density than its region, so the last piece is a region, which stays.
    return ordered.slice(0, -1)
  },
}

/**
 * Creates a trimmer that drops the content with the lowest value per character first, whether a field of one region or
 * a whole region. A field is worth a share of its region. A region is worth its confidence times its statements, of
 * which constraints (an author's more than inferred ones), deprecation warnings and risk notes weigh most
 * (`regionValue`). A region is dropped after all of its fields. So many regions with their constraints are kept rather
 * than few with long reasoning. `intent` and `constraints` of a region are never shortened; see `readPlan` for the
 * rest.
 */
export function lowestValueFirst(): Trimmer {
  return trimmerOf(LOWEST_VALUE_FIRST)
}

/**
 * Returns the fields of a region in the order in which they may be dropped, then the region. No field has a higher
 * density than the region.
 */
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

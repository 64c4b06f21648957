import type { ReadRegion } from '@chronicle/schema'
import type { Trimmer } from '../contracts/index.ts'
import { newestFirst } from './drop-regions.ts'
import { firstSentence } from './first-sentence.ts'
import { trimmerOf, type TrimStrategy } from './read-plan.ts'
import { coreLength, cutsOf, fieldValue, LONG_TEXT, type FieldCut } from './region-fields.ts'
import { textLength } from './text-length.ts'
import type { TrimStep } from './withheld-steps.ts'

/** Drops the newest regions first, but before them any text so long that it would displace all others. */
export const NEWEST_COMMITS_FIRST: TrimStrategy = {
  name: 'newest_commits_first',
  steps(regions) {
    const order = [...newestFirst(regions)].sort((a, b) => coreClass(regions[b]) - coreClass(regions[a]))
    const oldest = order.at(-1)
    const last = oldest === undefined ? undefined : regions[oldest]
    if (oldest === undefined || last === undefined) return []
    const long = order.flatMap((position) => longCuts(regions[position], position))
    return [
      ...long.sort((a, b) => b.size - a.size).map(({ step }) => step),
      ...order.slice(0, -1).map((position): TrimStep => ({ kind: 'region', region: position })),
      ...cutsOf(last)
        .filter((cut) => !long.some(({ step }) => isSame(step, oldest, cut)))
        .map((cut): TrimStep => ({ kind: 'field', region: oldest, cut })),
    ]
  },
}

/**
 * Creates a trimmer that drops the regions of the newest commits, by committer time, until one is left, and then its
 * fields: older notes are closer to why the code was written, newer ones are more often refinements. A text of more
 * than 2,000 characters is dropped before all shorter ones. `intent` and `constraints` of a region are never shortened;
 * see `readPlan` for the rest.
 */
export function newestCommitsFirst(): Trimmer {
  return trimmerOf(NEWEST_COMMITS_FIRST)
}

/**
 * Returns 0 for a region of ordinary length, and one more for each doubling of its intent and constraints above that.
 */
function coreClass(region: ReadRegion | undefined): number {
  return region === undefined ? 0 : sizeClass(coreLength(region))
}

function sizeClass(length: number): number {
  return length <= LONG_TEXT ? 0 : Math.ceil(Math.log2(length / LONG_TEXT))
}

interface LongCut {
  readonly step: TrimStep
  readonly size: number
}

/** Returns the cuts of fields with a very long text. */
function longCuts(region: ReadRegion | undefined, position: number): readonly LongCut[] {
  if (region === undefined) return []
  return cutsOf(region).flatMap((cut): readonly LongCut[] => {
    const value = fieldValue(region, cut.field)
    const isRest = typeof value === 'string' && cut.to === 'nothing'
    const size = sizeClass(isRest ? firstSentence(value).length : textLength(value))
    return size === 0 ? [] : [{ step: { kind: 'field', region: position, cut }, size }]
  })
}

function isSame(step: TrimStep, region: number, { field, to }: FieldCut): boolean {
  return step.kind === 'field' && step.region === region && step.cut.field === field && step.cut.to === to
}

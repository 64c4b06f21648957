import { groupBy } from '../group-by.ts'
import type { Region } from '../annotation.ts'
import { contentId } from '../content-id.ts'
import { joinRegions } from '../join-regions.ts'
import type { FieldReader } from './field-reader.ts'
import { readDecision } from './read-decision.ts'
import { readMarker } from './read-marker.ts'
import type { Narrative } from './read-narrative.ts'
import { readRegion } from './read-region.ts'
import { readWisdom } from './read-wisdom.ts'

/** The number of regions that may still be read, over all documents of a note. */
export interface RegionBudget {
  remaining: number
  exceeded: boolean
}

/** Reads everything in a document that is about a place as regions: those of `chronicle/v1` first, in their order. */
export function readRegions(
  fields: FieldReader,
  from: {
    readonly summary: string | undefined
    readonly narrative: Narrative | undefined
    readonly v2: boolean
    readonly v3: boolean
    readonly budget: RegionBudget
  },
): readonly Region[] {
  const { summary, narrative, budget } = from
  const regions = <T>(key: string, read: (entry: FieldReader) => T | undefined): readonly T[] =>
    fields.objects(key, (entry) => (takeFromBudget(budget) ? read(entry) : undefined))
  const filesChanged = new Set(narrative?.filesChanged)
  const stated = regions('regions', (entry) => readRegion(entry, { constraintSource: 'inferred', intent: summary }))
  const narratedRegions = narrative?.region === undefined ? [] : [narrative.region]
  // `regions` has already counted the first region of a decision.
  const decided = from.v2
    ? regions('decisions', (entry) =>
        readDecision(entry, filesChanged)?.filter((_, index) => index === 0 || takeFromBudget(budget)),
      )
    : []
  const marked = from.v2 ? regions('markers', (entry) => readMarker(entry, summary)) : []
  const learned = from.v3 ? regions('wisdom', (entry) => readWisdom(entry, summary)) : []
  return [...stated, ...joinEqual([...narratedRegions, ...decided.flat(), ...marked, ...learned])]
}

/** Takes one region from the budget. If none is left, marks the budget as exceeded and returns `false`. */
export function takeFromBudget(budget: RegionBudget): boolean {
  if (budget.remaining > 0) {
    budget.remaining--
    return true
  }
  budget.exceeded = true
  return false
}

/** Joins several regions about one place, such as markers, into one. */
function joinEqual(regions: readonly Region[]): readonly Region[] {
  return [...groupBy(regions, contentId).values()].map((group) =>
    group[0] && group.length === 1 ? group[0] : joinRegions(group),
  )
}

import type { LineRange, ReadRegion } from '@chronicle/schema'
import { isFolderPlace, REPOSITORY_PLACE } from '../place/folder-places.ts'
import type { OutlinedRegion } from '../place/known-regions.ts'
import { contains, lengthOf, overlaps } from '../place/overlaps.ts'
import type { PlacedRegion } from '../place/place-candidates.ts'
import type { Placement } from '../place/placement.ts'
import { matchAnchor } from './match-anchor.ts'
import type { ResolvedScope } from './resolved-scope.ts'

/** A region that matches a query. */
export type Selected<R extends OutlinedRegion> = R & {
  readonly placement: Placement
  /** Set when it is about more than the queried place. */
  readonly about?: NonNullable<ReadRegion['about']>
}

export type SelectedRegion = Selected<PlacedRegion>

/** The queried place in a file. */
export interface AskedPlace extends Pick<ResolvedScope, 'ranges' | 'units'> {
  readonly anchor: string | undefined
  /** Whether a similar name does not count as the anchor. */
  readonly exactName?: boolean
}

/**
 * Returns how a placed region matches a query about a file: its place equals the queried place, lies in it, or contains
 * it. `undefined` when it does not match.
 */
export function selectRegion<R extends OutlinedRegion>(region: R, asked: AskedPlace): Selected<R> | undefined {
  const { placement } = region
  if (placement === undefined) return undefined
  const relation = relate(region, placement, asked)
  if (relation === undefined) return selectExtracted(region, placement, asked)
  return { ...region, placement, ...(relation !== 'same' && { about: relation }) }
}

/** Selects a region of which some lines were extracted into the queried unit: it is shown there too. */
function selectExtracted<R extends OutlinedRegion>(
  region: R,
  placement: Placement,
  { ranges = [], units = [] }: AskedPlace,
): Selected<R> | undefined {
  const kept = (placement.extracted ?? []).filter((each) => ranges.some((range) => overlaps(each, range)))
  const [first] = kept
  if (first === undefined) return undefined
  const place = { start: first.start, end: Math.max(...kept.map(({ end }) => end)) }
  const unit = units.find(({ lines }) => contains(lines, place))
  const intact = kept.reduce((sum, range) => sum + lengthOf(range), 0)
  const { recorded } = placement
  const here = { kept, intact, survival: intact / recorded, freshness: 'drifted' as const }
  return {
    ...region,
    placement: {
      ...placement,
      ...here,
      place: unit?.lines ?? place,
      units: unit === undefined ? [] : [unit],
      anchorMatch: 'line_overlap',
    },
  }
}

type Relation = 'same' | NonNullable<ReadRegion['about']>

function relate(
  { region }: OutlinedRegion,
  placement: Placement,
  { anchor, exactName = false, ranges, units }: AskedPlace,
): Relation | undefined {
  const { file } = region
  if (file === REPOSITORY_PLACE) return 'repository'
  if (file !== undefined && isFolderPlace(file)) return 'folder'
  if (file === undefined && placement.kept.length === 0) return 'commit'
  if (ranges === undefined) {
    if (anchor === undefined) return 'same'
    const name = region.ast_anchor?.name
    const isMeant = name !== undefined && matchAnchor(anchor, [name], String, { fuzzy: !exactName }) !== undefined
    return isMeant ? 'same' : undefined
  }
  if (file === undefined) return relateCommit(placement.kept, ranges)
  const { place } = placement
  if (place === undefined) return 'file'
  return units === undefined ? relateToLines(placement, place, ranges) : relateToUnits(placement, place, units, ranges)
}

/** A commit is about a place alone if all its lines that are left in the file are there. */
function relateCommit(kept: readonly LineRange[], ranges: readonly LineRange[]): Relation | undefined {
  if (!isOneOf(kept, ranges)) return undefined
  return kept.every((each) => ranges.some((range) => contains(range, each))) ? 'same' : 'commit'
}

function relateToUnits(
  { units: own }: Placement,
  place: LineRange,
  asked: NonNullable<ResolvedScope['units']>,
  ranges: readonly LineRange[],
): Relation | undefined {
  const inside = own.some((unit) => asked.some((target) => unit === target || contains(target.lines, unit.lines)))
  if (inside) return 'same'
  const isEnclosing = own.some((unit) => asked.some((target) => contains(unit.lines, target.lines)))
  if (isEnclosing) {
    // A region about some lines of a larger unit is not about everything in it.
    return ranges.some((range) => overlaps(place, range)) ? 'enclosing_unit' : undefined
  }
  return own.length === 0 && isOneOf([place], ranges) ? 'same' : undefined
}

function relateToLines({ units }: Placement, place: LineRange, ranges: readonly LineRange[]): Relation | undefined {
  const touched = ranges.some((range) => overlaps(place, range))
  const wider = units.some((unit) => contains(place, unit.lines) && ranges.every((range) => !contains(range, place)))
  if (touched && !wider) return 'same'
  const isEnclosing = units.some((unit) => ranges.some((range) => overlaps(unit.lines, range)))
  return touched || isEnclosing ? 'enclosing_unit' : undefined
}

function isOneOf(places: readonly LineRange[], ranges: readonly LineRange[]): boolean {
  return places.some((place) => ranges.some((range) => overlaps(place, range)))
}

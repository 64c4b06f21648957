import type { AstUnit } from '@chronicle/core/contracts'
import type { LineRange } from '@chronicle/schema'
import type { EditedLines } from './edited-lines.ts'

/** A place to query: a unit by its name, lines, or the whole file. */
export interface EditedPlace {
  readonly anchor?: string
  readonly lines?: LineRange
  /** The unit that the place is or is in. Absent outside units. */
  readonly unit?: string
  /** Identifies the place within its file, even when its line numbers change. */
  readonly id: string
}

/**
 * Maximum number of lines of a unit that is queried as a whole: a constraint on one of its lines applies to the others.
 * In a longer unit, statements about other lines are not useful.
 */
const MAX_UNIT_LINES = 80
/** Maximum number of places queried separately. An edit with more places is treated as an edit of the file. */
const MAX_PLACES = 3

/** Finds the places of an edit: the innermost units that it changes, and lines outside units. */
export function editedPlaces(edits: readonly EditedLines[], units: readonly AstUnit[]): readonly EditedPlace[] {
  const places = new Map<string, EditedPlace>()
  for (const place of edits.flatMap((edit) => placesOf(edit, units))) {
    // Two edits of one long unit become one query about all lines from the first to the last.
    const known = places.get(place.id)
    places.set(place.id, known?.lines && place.lines ? { ...known, lines: spanOf(known.lines, place.lines) } : place)
  }
  return places.size > MAX_PLACES ? [{ id: '' }] : [...places.values()]
}

function placesOf({ between, lines }: EditedLines, units: readonly AstUnit[]): readonly EditedPlace[] {
  if (between === true) {
    // Text inserted between two units changes neither of them.
    const around = innermost(units.filter((unit) => contains(unit.lines, lines)))
    return around.map((unit) => placeIn(unit, lines, units))
  }
  const touched = innermost(units.filter((unit) => overlaps(unit.lines, lines)))
  if (touched.length === 0) return [{ lines, id: `${lines.start}-${lines.end}` }]
  return touched.map((unit) => placeIn(unit, lines, units))
}

function placeIn(unit: AstUnit, lines: LineRange, units: readonly AstUnit[]): EditedPlace {
  const { end, start } = unit.lines
  const isAlone = units.every((other) => other === unit || other.name !== unit.name)
  const isShort = end - start < MAX_UNIT_LINES
  if (isAlone && isShort) return { anchor: unit.name, unit: unit.name, id: unit.name }
  const own = isShort ? unit.lines : { start: Math.max(start, lines.start), end: Math.min(end, lines.end) }
  return { lines: own, unit: unit.name, id: isAlone ? unit.name : `${unit.name} ${start}` }
}

function innermost(units: readonly AstUnit[]): readonly AstUnit[] {
  return units.filter(
    (unit) => !units.some((other) => !isSame(unit.lines, other.lines) && contains(unit.lines, other.lines)),
  )
}

function contains(outer: LineRange, inner: LineRange): boolean {
  return outer.start <= inner.start && inner.end <= outer.end
}

function overlaps(one: LineRange, other: LineRange): boolean {
  return one.start <= other.end && other.start <= one.end
}

function isSame(one: LineRange, other: LineRange): boolean {
  return one.start === other.start && one.end === other.end
}

function spanOf(one: LineRange, other: LineRange): LineRange {
  return { start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) }
}

import type { AstUnit } from '@chronicle/core/contracts'
import type { LineRange } from '@chronicle/schema'
import type { EditedLines } from './edited-lines.ts'

/** A place to be asked about: a unit by its name, lines, or the whole file. */
export interface EditedPlace {
  readonly anchor?: string
  readonly lines?: LineRange
  /** What tells it from other places of its file, whatever the numbers of its lines become. */
  readonly id: string
}

/**
 * A unit up to this length is asked about as a whole: what binds one of its lines binds the others. In a longer one, or
 * a class, what was said of other lines is more than what is of use here.
 */
const MAX_UNIT_LINES = 80
/** Places that are asked about one by one. An edit of more than these is one of the file. */
const MAX_PLACES = 3

/** Finds what an edit is about: the innermost units that it changes, and lines outside of units. */
export function editedPlaces(edits: readonly EditedLines[], units: readonly AstUnit[]): readonly EditedPlace[] {
  const places = new Map<string, EditedPlace>()
  for (const place of edits.flatMap((edit) => placesOf(edit, units))) {
    // Two edits of one long unit are one question about all lines from the first to the last.
    const known = places.get(place.id)
    places.set(place.id, known?.lines && place.lines ? { ...known, lines: spanOf(known.lines, place.lines) } : place)
  }
  return places.size > MAX_PLACES ? [{ id: '' }] : [...places.values()]
}

function placesOf({ between, lines }: EditedLines, units: readonly AstUnit[]): readonly EditedPlace[] {
  if (between === true) {
    // What is put between two units changes neither of them.
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
  if (isAlone && isShort) return { anchor: unit.name, id: unit.name }
  const own = isShort ? unit.lines : { start: Math.max(start, lines.start), end: Math.min(end, lines.end) }
  return { lines: own, id: isAlone ? unit.name : `${unit.name} ${start}` }
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

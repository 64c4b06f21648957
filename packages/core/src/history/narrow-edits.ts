import { ok, safeTry, type ResultAsync } from '@chronicle/schema'
import type { AstUnit } from '../contracts/ast-parser.ts'
import type { GitError } from '../contracts/git-backend.ts'
import { diffLines, LineTable, type Edit, type NumberedText } from '../line-diff/index.ts'
import type { FileState, FileText, FileTexts } from '../place/file-texts.ts'
import type { LineMap } from '../place/line-map.ts'
import { lengthOf } from '../place/overlaps.ts'
import { byName, isSameBody, unitBody } from '../place/unit-body.ts'
import { lastSegment } from '../read/match-anchor.ts'
import { nameOfLines } from './name-of-lines.ts'
import { replacesNeighbour } from './replaces-neighbour.ts'
import {
  mapToOlder,
  countLines,
  hullOf,
  toSpan,
  withinSpan,
  withoutEdits,
  type OlderLines,
  type LineSpan,
  type NarrowedEdits,
} from './line-spans.ts'

/** Lines that are followed through the states of a file, with their unit. */
export interface FollowedLines {
  readonly spans: readonly LineSpan[]
  /** Name of the unit in this state, or `undefined` for lines without a unit. */
  readonly name: string | undefined
}

/** The place of lines before a change, and how it was found. */
export interface LinesBefore extends OlderLines {
  readonly name: string | undefined
  /**
   * `lines`: by the edits alone, as in `git log -L`; `blanks`: by the edits ignoring white space; otherwise by the
   * unit.
   */
  readonly by: 'lines' | 'blanks' | 'name' | 'body'
}

/** Minimum share of equal lines for code to count as the same. */
const MIN_SHARE = 0.5
/** Minimum number of lines of a unit that an edit may have taken along. */
const MIN_LINES_OF_UNIT = 2

/**
 * Finds the place of lines before a change. An edit that extends beyond them would add neighbouring lines, or the whole
 * file if its white space was changed, and then follow those. Of such an edit only lines that are equal except for
 * white space, or that belong to the unit, are used. A unit that did not exist before, neither by name nor by most of
 * its lines, has no earlier lines. Returns `undefined` if a state cannot be read.
 */
export function linesBefore(
  followed: FollowedLines,
  map: LineMap,
  before: FileState,
  now: FileState,
  texts: FileTexts,
): ResultAsync<LinesBefore | undefined, GitError> {
  return safeTry(async function* () {
    const { name, spans } = followed
    const plain = mapToOlder(map, spans)
    const unclear = plain.touched.filter((edit) => isUnclear(edit, followed))
    const shrinking = name === undefined || unclear.length > 0 ? [] : plain.touched.filter(isShrinking)
    if (unclear.length === 0 && shrinking.length === 0) return ok({ ...plain, name, by: 'lines' })
    const older = yield* texts.open(before)
    const newer = yield* texts.open(now)
    if (older === undefined || newer === undefined)
      return ok(unclear.length === 0 ? { ...plain, name, by: 'lines' } : undefined)
    if (unclear.length === 0) return ok(await withoutNeighbours(followed, plain, shrinking, older, newer))
    const aligned = unclear.map((edit) => [edit, alignSlices(edit, spans, older, newer)] as const)
    if (aligned.every(([, found]) => found !== undefined)) {
      const narrowed: NarrowedEdits = new Map(aligned.map(([edit, found]) => [edit, found ?? []]))
      return ok({ ...mapToOlder(map, spans, narrowed), name, by: 'blanks' })
    }
    const units = name === undefined ? undefined : await older.units()
    if (units === undefined || name === undefined) return ok({ ...plain, name, by: 'lines' })
    const current = nameOfLines((await newer.units()) ?? [], spans, name)
    const named = mostWithin(
      units.filter((unit) => unit.name === current),
      plain.before,
    )
    if (named !== undefined) return ok({ ...plain, before: [toSpan(named.lines)], name: current, by: 'name' })
    const around = units.filter((unit) => withinSpan(plain.before, toSpan(unit.lines)).length > 0)
    const range = hullOf(spans) ?? { start: 1, end: 1 }
    const own = unitBody(newer.lines(), { type: 'function', name: current, lines: range })
    const renamed =
      byName(around, current).find((unit) => isSameBody(own, unitBody(older.lines(), unit))) ??
      unitOfUnchangedLines(followed, map, around)
    if (renamed !== undefined) return ok({ ...plain, before: [toSpan(renamed.lines)], name: renamed.name, by: 'body' })
    const replaced = await findReplaced(around, current, plain.before, newer)
    if (replaced === undefined) return ok({ ...plain, before: [], name: current, by: 'body' })
    return ok({ ...plain, before: [toSpan(replaced.lines)], name: replaced.name, by: 'lines' })
  })
}

/**
 * Finds the unit whose code was rewritten under another name: of those that no longer exist in the newer state the one
 * of the same name in another class, else the one with most of the earlier lines, unless another class has that one now.
 */
async function findReplaced(
  units: readonly AstUnit[],
  name: string,
  before: readonly LineSpan[],
  newer: FileText,
): Promise<AstUnit | undefined> {
  const current = ((await newer.units()) ?? []).map((unit) => unit.name)
  const deleted = units.filter((unit) => !current.includes(unit.name))
  const alike = deleted.filter((unit) => lastSegment(unit.name) === lastSegment(name))
  const replaced = mostWithin(alike.length > 0 ? alike : deleted, before)
  const isMoved =
    replaced !== undefined && alike.length === 0 && current.map(lastSegment).includes(lastSegment(replaced.name))
  return isMoved ? undefined : replaced
}

/** Whether an edit replaces lines of which it is unclear which ones belong to the followed lines. */
function isUnclear({ startA, endA, startB, endB }: Edit, { name, spans }: FollowedLines): boolean {
  if (startA === endA || startB === endB) return false
  const inside = countLines(withinSpan(spans, { start: startB, end: endB }))
  return inside < endB - startB || (name !== undefined && inside === countLines(spans))
}

/** Returns the lines of the unit alone, if edits inside it replaced other units too, and did not merge them into it. */
async function withoutNeighbours(
  { name, spans }: FollowedLines,
  plain: OlderLines,
  shrinking: readonly Edit[],
  older: FileText,
  newer: FileText,
): Promise<LinesBefore> {
  const own = hullOf(spans)
  const replaced = shrinking.filter(
    (edit) => own !== undefined && replacesNeighbour(edit, own, older.lines(), newer.lines()),
  )
  const units = replaced.length === 0 ? [] : ((await older.units()) ?? [])
  const overlapping = units.filter(({ lines }) => withinSpan(plain.before, toSpan(lines)).length > 0)
  // The edit may also have renamed or divided the class around the unit.
  const last = name === undefined ? undefined : lastSegment(name)
  const alike = overlapping.filter((each) => lastSegment(each.name) === last)
  const same = alike.filter((each) => each.name === name)
  const unit = mostWithin(same.length > 0 ? same : alike, plain.before)
  return own === undefined || unit === undefined || isMerged(own, toSpan(unit.lines), plain.before, older, newer)
    ? { ...plain, name, by: 'lines' }
    : { ...plain, before: [toSpan(unit.lines)], name: unit.name, by: 'name' }
}

/**
 * Whether at least half of the lines that are new in a unit, ignoring white space, come from other code of `before`.
 * `now`, `own`: the lines of the unit in both states.
 */
function isMerged(
  now: LineSpan,
  own: LineSpan,
  before: readonly LineSpan[],
  older: FileText,
  newer: FileText,
): boolean {
  const written = (lines: readonly string[]): readonly string[] => lines.map((line) => line.trim()).filter(Boolean)
  const known = new Set(written(older.lines().slice(own.start, own.end)))
  const others = new Set(before.flatMap(({ start, end }) => written(older.lines().slice(start, end))))
  const fresh = written(newer.lines().slice(now.start, now.end)).filter((line) => !known.has(line))
  const merged = fresh.filter((line) => others.has(line))
  return merged.length > 0 && merged.length >= fresh.length * MIN_SHARE
}

/** Whether an edit removes so many lines more than it adds that another unit may have been among them. */
function isShrinking({ startA, endA, startB, endB }: Edit): boolean {
  return endA - startA >= endB - startB + MIN_LINES_OF_UNIT
}

/** Finds the followed lines among those that an edit replaced, by comparing without white space. */
function alignSlices(
  { startA, endA, startB, endB }: Edit,
  spans: readonly LineSpan[],
  older: FileText,
  newer: FileText,
): readonly LineSpan[] | undefined {
  const table = new LineTable()
  const a = numberWithoutBlanks(older.lines().slice(startA, endA), table)
  const b = numberWithoutBlanks(newer.lines().slice(startB, endB), table)
  const map = diffLines(a, b, table)
  const own = withinSpan(spans, { start: startB, end: endB }).map((span) => shiftBy(span, -startB))
  const { before, touched } = mapToOlder(map, own)
  if (countLines(withoutEdits(own, touched)) < MIN_SHARE * countLines(own)) return undefined
  return before.map((span) => shiftBy(span, startA))
}

function numberWithoutBlanks(lines: readonly string[], table: LineTable): NumberedText {
  return table.number(new TextEncoder().encode(lines.map((line) => `${line.replace(/\s+/gu, '')}\n`).join('')))
}

function shiftBy({ start, end }: LineSpan, by: number): LineSpan {
  return { start: start + by, end: end + by }
}

/** Returns the unit with most of the unchanged lines, if those are most of the followed lines. */
function unitOfUnchangedLines({ spans }: FollowedLines, map: LineMap, units: readonly AstUnit[]): AstUnit | undefined {
  const nothing: NarrowedEdits = new Map(map.map((edit) => [edit, []]))
  const kept = mapToOlder(map, spans, nothing).before
  return countLines(kept) < MIN_SHARE * countLines(spans) ? undefined : mostWithin(units, kept)
}

function mostWithin(units: readonly AstUnit[], spans: readonly LineSpan[]): AstUnit | undefined {
  const ranked = units.map((unit) => ({ unit, shared: countLines(withinSpan(spans, toSpan(unit.lines))) }))
  // If several units have equally many of the lines, the innermost comes first.
  ranked.sort((a, b) => b.shared - a.shared || lengthOf(a.unit.lines) - lengthOf(b.unit.lines))
  return ranked[0]?.unit
}

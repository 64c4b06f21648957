import { ok, safeTry, type ResultAsync } from '@chronicle/schema'
import type { AstUnit } from '../contracts/ast-parser.ts'
import type { GitError } from '../contracts/git-backend.ts'
import { diffLines, LineTable, type Edit, type NumberedText } from '../line-diff/index.ts'
import type { FileState, FileText, FileTexts } from '../place/file-texts.ts'
import type { LineMap } from '../place/line-map.ts'
import { lengthOf } from '../place/overlaps.ts'
import { isSameBody, unitBody } from '../place/unit-body.ts'
import { nameOfLines } from './name-of-lines.ts'
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
    if (unclear.length === 0) return ok({ ...plain, name, by: 'lines' })
    const opened = yield* texts.open(before)
    const openedNow = yield* texts.open(now)
    const [older, newer] = [opened, openedNow]
    if (older === undefined || newer === undefined) return ok(undefined)
    const aligned = unclear.map((edit) => [edit, alignSlices(edit, spans, older, newer)] as const)
    if (aligned.every(([, found]) => found !== undefined)) {
      const narrowed: NarrowedEdits = new Map(aligned.map(([edit, found]) => [edit, found ?? []]))
      return ok({ ...mapToOlder(map, spans, narrowed), name, by: 'blanks' })
    }
    const units = name === undefined ? undefined : await older.units()
    if (units === undefined || name === undefined) return ok({ ...plain, name, by: 'lines' })
    const current = nameOfLines((await newer.units()) ?? [], spans, name)
    const named = unitNamed(current, units, plain.before)
    if (named !== undefined) return ok({ ...plain, before: [toSpan(named.lines)], name: current, by: 'name' })
    const around = units.filter((unit) => withinSpan(plain.before, toSpan(unit.lines)).length > 0)
    const range = hullOf(spans) ?? { start: 1, end: 1 }
    const own = unitBody(newer.lines(), { type: 'function', name: current, lines: range })
    const renamed =
      around.find((unit) => isSameBody(own, unitBody(older.lines(), unit))) ??
      unitOfUnchangedLines(followed, map, around)
    if (renamed !== undefined) return ok({ ...plain, before: [toSpan(renamed.lines)], name: renamed.name, by: 'body' })
    const replaced = mostWithin(await deletedUnits(around, newer), plain.before)
    if (replaced === undefined) return ok({ ...plain, before: [], name: current, by: 'body' })
    return ok({ ...plain, before: [toSpan(replaced.lines)], name: replaced.name, by: 'lines' })
  })
}

/** Returns the units that no longer exist in the newer state: their code was rewritten under another name. */
async function deletedUnits(units: readonly AstUnit[], newer: FileText): Promise<readonly AstUnit[]> {
  const names = new Set(((await newer.units()) ?? []).map(({ name }) => name))
  return units.filter((unit) => !names.has(unit.name))
}

/** Whether an edit replaces lines of which it is unclear which ones belong to the followed lines. */
function isUnclear({ startA, endA, startB, endB }: Edit, { name, spans }: FollowedLines): boolean {
  if (startA === endA || startB === endB) return false
  const inside = countLines(withinSpan(spans, { start: startB, end: endB }))
  return inside < endB - startB || (name !== undefined && inside === countLines(spans))
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

/** Returns the unit with a name. If there are several, returns the one with most of the earlier lines. */
function unitNamed(name: string, units: readonly AstUnit[], before: readonly LineSpan[]): AstUnit | undefined {
  return mostWithin(
    units.filter((unit) => unit.name === name),
    before,
  )
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

import { omitUndefined, type LineRange } from '@chronicle/schema'
import type { AstUnit, LineSpan, Outline } from '@chronicle/core/contracts'
import type { ChangedFile, CommitContext } from '../../commit-context.ts'
import { fileRole, isGenerated, type FileRole, mentionsFile } from '@chronicle/core/text'
import { namesInText } from '@chronicle/core/prose'
import { changesCodeIn, codeOfHunks, type HunkCode } from './changed-code.ts'
import { isTestUnit, unitAround, unitOfLines, type CodePlace } from './unit-of-lines.ts'

/** Minimum share of the changed lines for a unit to be what the commit is about, and for all such units together. */
const MIN_UNIT_SHARE = 0.3
const FILE_SHARE = 0.5
/**
 * Number of changed files above which a change counts as wide, and the share of changed lines that few places then need
 * to be what the reasons are about.
 */
const WIDE_FILES = 5
const WIDE_SHARE = 0.75
/** Maximum number of files, those with the most changes, in which units are distinguished; maximum number of places. */
const MAX_FILES = 8
const MAX_PLACES = 3

/** A changed place with the size of the change. */
export interface ChangedPlace extends CodePlace {
  /** Number of changed lines, if code changed only in hunks with code. */
  readonly weight: number
  /** Whether only comments, docstrings or white space changed. A message is about such a place only if it names it. */
  readonly isTextOnly?: true
  /** The enclosing units, innermost last. Absent if there are none or they were not determined. */
  readonly around?: readonly AstUnit[]
}

/**
 * Returns the changed places of a commit in files of one role, largest change first, with the number of changed lines.
 * Tests are left out unless the role is `test`.
 */
export async function changedPlaces(context: CommitContext, role: FileRole): Promise<readonly ChangedPlace[]> {
  const ofRole = context.files.filter(
    (file) => fileRole(file.path) === role && isText(file) && !isGenerated(file.after?.text ?? ''),
  )
  const whole = ofRole.map((file) => measured(file))
  const moved = movedLines(context.files)
  const rest = moved.size === 0 ? whole : ofRole.map((file) => measured(file, moved))
  // A change that mostly moves code is about that.
  const files = (sumOfWeights(rest) < MIN_REST * sumOfWeights(whole) ? whole : rest)
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  const places: ChangedPlace[] = []
  for (const [index, { hunks, ...whole }] of files.entries()) {
    // A change across many files is about none of their units.
    if (index < MAX_FILES) places.push(...(await changedUnits(whole, hunks, context, role)))
    else places.push(whole)
  }
  return places
    .filter(({ unit }) => role === 'test' || unit === undefined || !isTestUnit(unit))
    .sort((a, b) => b.weight - a.weight)
}

/**
 * Returns the places that a reason is about: the units that it names, otherwise those that the subject names, otherwise
 * those with most of the changed lines, within the named files if it names any. Empty if the changes are too spread
 * out.
 */
export function mainPlaces(changed: readonly ChangedPlace[], reason: string, subject: string): readonly CodePlace[] {
  const named = namedIn(reason, changed) ?? namedIn(subject, changed)
  if (named !== undefined) return named
  const inCode = placesOfCode(changed)
  const inNamedFiles = inCode.filter(({ file }) => mentionsFile(`${reason} ${subject}`, file.path))
  const pool = inNamedFiles.length > 0 ? inNamedFiles : inCode
  const all = sumOfWeights(pool)
  const main = pool.filter(({ weight }) => weight >= all * MIN_UNIT_SHARE)
  const share = sumOfWeights(main) / all
  const wide = new Set(pool.map(({ file }) => file)).size > WIDE_FILES
  if (main.length > 0 && share >= (wide ? WIDE_SHARE : FILE_SHARE)) return main.slice(0, MAX_PLACES)
  for (const file of new Set(pool.map((place) => place.file))) {
    const ofFile = sumOfWeights(pool.filter((place) => place.file === file))
    if (ofFile >= all * WIDE_SHARE) return [{ file }]
  }
  return []
}

/** Returns the places whose code changed; all places if there are none. */
export function placesOfCode(changed: readonly ChangedPlace[]): readonly ChangedPlace[] {
  const inCode = changed.filter(({ isTextOnly }) => isTextOnly !== true)
  return inCode.length > 0 ? inCode : changed
}

/** Returns the changed units that a text names; `undefined` if it names none, or so many that it is a list. */
function namedIn(text: string, changed: readonly ChangedPlace[]): readonly CodePlace[] | undefined {
  const names = namesInText(text)
  const named = distinct(changed.filter(({ unit }) => unit !== undefined && names.has(lastSegment(unit.name))))
  return named.length > 0 && named.length <= MAX_PLACES ? named : undefined
}

function isText(file: ChangedFile): boolean {
  return !file.binary && file.after !== undefined
}

interface MeasuredHunk extends HunkCode {
  readonly weight: number
}

/** Minimum share of the changed lines besides moved ones for a change to be about these. */
const MIN_REST = 0.33

/** Returns the total size of the changes of places. */
export function sumOfWeights(places: readonly { readonly weight: number }[]): number {
  return places.reduce((total, { weight }) => total + weight, 0)
}

/** Minimum number of lines of one hunk that were moved to or from another one. */
const MIN_MOVED = 6

/** Returns the lines, trimmed, that a commit removed in one hunk and added in another: nothing was decided about them. */
function movedLines(files: readonly ChangedFile[]): ReadonlySet<string> {
  const all = files.flatMap(({ after, before, hunks }) =>
    hunks.map((hunk) => ({
      removed: weightedLines(before?.lines, hunk.old),
      added: weightedLines(after?.lines, hunk.new),
    })),
  )
  const from = new Map<string, number>()
  for (const [index, { removed }] of all.entries()) for (const line of removed) from.set(line, index)
  const moved = new Set<string>()
  for (const [index, { added }] of all.entries()) {
    const here = added.filter((line) => from.has(line) && from.get(line) !== index)
    if (new Set(here).size >= MIN_MOVED) for (const line of here) moved.add(line)
  }
  return moved
}

/** Returns the lines with weight of a span, trimmed. */
function weightedLines(lines: readonly string[] | undefined, { count, start }: LineSpan): readonly string[] {
  const own = count === 0 ? [] : (lines ?? []).slice(start - 1, start - 1 + count)
  return own.filter((line) => !NO_WEIGHT.test(line)).map((line) => line.trim())
}

function measured(
  file: ChangedFile,
  moved: ReadonlySet<string> = new Set(),
): ChangedPlace & { readonly hunks: readonly MeasuredHunk[] } {
  const hunks = codeOfHunks(file).map((each) => ({ ...each, weight: weightOf(file, each.hunk, moved) }))
  return { file, hunks, ...totalOf(hunks.map((each) => ({ ...each, isCode: each.differs }))) }
}

/** A part of a hunk in one unit. */
interface HunkPart {
  /** Whether the hunk changed code. If so, the documentation in it belongs to that change. */
  readonly differs: boolean
  /** Whether it changed code in this part. */
  readonly isCode: boolean
  readonly weight: number
}

function totalOf(parts: readonly HunkPart[]): Pick<ChangedPlace, 'weight' | 'isTextOnly'> {
  const sum = (some: readonly HunkPart[]): number => some.reduce((total, { weight }) => total + weight, 0)
  return parts.some(({ isCode, weight }) => isCode && weight > 0)
    ? { weight: sum(parts.filter(({ differs }) => differs)) }
    : { weight: sum(parts), isTextOnly: true }
}

/** Import lines, comment lines and blank lines say little about the topic of a commit. */
const NO_WEIGHT =
  /^\s*(?:$|import\b|from \S+ import\b|use [\w:{]|(?:const|let|var) [^=]+= require\(|extern crate|\/\/|\/\*|\*(?:\s|\/|$)|#(?:[\s:#]|$)|--\s|"[\w./-]+"\s*$|[)}\]];?,?\s*$)/

function weightOf(file: ChangedFile, hunk: ChangedFile['hunks'][number], moved: ReadonlySet<string>): number {
  const count = (lines: readonly string[]): number => lines.filter((line) => !moved.has(line)).length
  return Math.max(count(weightedLines(file.after?.lines, hunk.new)), count(weightedLines(file.before?.lines, hunk.old)))
}

async function changedUnits(
  { file, ...total }: ChangedPlace,
  hunks: readonly MeasuredHunk[],
  context: CommitContext,
  role: FileRole,
): Promise<readonly ChangedPlace[]> {
  if (file.after === undefined) return []
  // A new file is new for one reason, so its units are not distinguished.
  if (file.status === 'added') return [{ file, ...total }]
  const { outline } = role === 'config' ? {} : await context.outline(file.path, file.after)
  const weights = new Map<AstUnit | undefined, { parts: HunkPart[]; lines: LineRange[] }>()
  for (const measuredHunk of hunks) {
    const { differs, hunk, weight } = measuredHunk
    if (weight === 0) continue
    for (const part of partsOf(hunk.new, outline?.units ?? [])) {
      const unit = unitOfPart(outline, hunk.new, part.lines)
      const known = weights.get(unit) ?? { parts: [], lines: [] }
      const isCode = hunk.new.count === 0 ? differs : changesCodeIn(measuredHunk, part.lines)
      known.parts.push({ differs, isCode, weight: weight * part.share })
      // Where lines were only removed, the neighbouring lines are not what the change is about.
      if (unit !== undefined || hunk.new.count > 0) known.lines.push(part.lines)
      weights.set(unit, known)
    }
  }
  return [...weights]
    .map(([unit, { parts, lines }]): ChangedPlace => {
      const change = totalOf(parts)
      const [only] = lines
      const span = unit?.lines ?? only
      const around = (outline?.units ?? []).filter(
        (each) => each !== unit && span !== undefined && contains(each, span),
      )
      if (unit !== undefined) return { file, unit, lines: unit.lines, around, ...change }
      return { file, ...omitUndefined({ lines: passageOf(lines) }), ...change }
    })
    .sort((a, b) => b.weight - a.weight)
}

/** Maximum number of lines from the first changed line to the last for a change to be about these lines only. */
const MAX_PASSAGE = 30

/** Returns the lines around all changes of a file, if they are few; `undefined` for a new file, or if they are spread. */
export function changedPassage({ hunks, status }: ChangedFile): LineRange | undefined {
  if (status === 'added' || hunks.some((hunk) => hunk.new.count === 0)) return undefined
  return passageOf(hunks.map(({ new: { count, start } }) => ({ start, end: start + count - 1 })))
}

function passageOf(parts: readonly LineRange[]): LineRange | undefined {
  const [only] = parts
  if (parts.length === 1 || only === undefined) return only
  const start = Math.min(...parts.map((part) => part.start))
  const end = Math.max(...parts.map((part) => part.end))
  return end - start < MAX_PASSAGE ? { start, end } : undefined
}

/** Returns the unit of a part of a hunk. Lines that were removed between two units belong to neither. */
function unitOfPart(outline: Outline | undefined, { start, count }: LineSpan, part: LineRange): AstUnit | undefined {
  if (count === 0) return unitAround(outline, { start, end: start + 1 })
  return unitAround(outline, part) ?? unitOfLines(outline, part)
}

function contains({ lines }: AstUnit, { start, end }: LineRange): boolean {
  return lines.start <= start && end <= lines.end
}

/** Splits a hunk at the borders of units, so that each unit gets its share. */
function partsOf(
  span: { readonly start: number; readonly count: number },
  units: readonly AstUnit[],
): readonly { readonly lines: LineRange; readonly share: number }[] {
  const start = Math.max(span.start, 1)
  const end = Math.max(start, span.start + span.count - 1)
  if (span.count < 2) return [{ lines: { start, end }, share: 1 }]
  const cuts = new Set([start])
  for (const { lines } of units) {
    if (lines.start > start && lines.start <= end) cuts.add(lines.start)
    if (lines.end >= start && lines.end < end) cuts.add(lines.end + 1)
  }
  const sorted = [...cuts].sort((a, b) => a - b)
  return sorted.map((from, index) => {
    const to = (sorted[index + 1] ?? end + 1) - 1
    return { lines: { start: from, end: to }, share: (to - from + 1) / span.count }
  })
}

function lastSegment(name: string): string {
  return name.split('::').at(-1) ?? name
}

/** Keeps the innermost of nested units, and of several parts of one unit the one with the largest change. */
function distinct(places: readonly ChangedPlace[]): readonly ChangedPlace[] {
  return places.filter(
    (outer, index) =>
      !places.some(
        (other, position) =>
          other.file === outer.file &&
          ((other.unit?.name === outer.unit?.name && position < index) ||
            other.unit?.name.startsWith(`${outer.unit?.name}::`) === true),
      ),
  )
}

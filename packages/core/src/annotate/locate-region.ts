import {
  omitUndefined,
  type AstAnchor,
  err,
  type LineRange,
  ok,
  type RegionReceipt,
  type Result,
  UNKNOWN_UNIT_TYPE,
} from '@chronicle/schema'
import type { AstUnit } from '../contracts/ast-parser.ts'
import { codedError } from '../contracts/coded-error.ts'
import { shownName } from '../text/shown-name.ts'
import { count } from '../format/describe-output.ts'
import { contains, lengthOf, overlaps } from '../place/overlaps.ts'
import { matchAnchor, nearestNames } from '../read/match-anchor.ts'
import { linkHasNoUnits } from '../read/symbolic-link.ts'
import type { AnnotateError } from './annotate-error.ts'
import type { AnnotatedFile } from './open-annotated-file.ts'

/** The place of a region as stated by the author. */
export interface RegionPlace {
  /** A name, with type and signature if the author knows them. */
  readonly anchor?: Partial<AstAnchor> & Pick<AstAnchor, 'name'>
  readonly lines?: LineRange
}

/** The place of a region, completed from the file at the commit. */
export interface LocatedRegion {
  readonly ast_anchor?: AstAnchor
  readonly lines?: LineRange
  readonly anchorMatch?: RegionReceipt['anchor_match']
  readonly warning?: { readonly code: string; readonly message: string }
}

/**
 * Derives lines from an anchor, and the anchor from lines: the smallest unit that contains them. With neither, the
 * region is about the whole file and has no lines. Lines and names that do not exist are errors that list the existing
 * ones.
 */
export function locateRegion(place: RegionPlace, file: AnnotatedFile): Result<LocatedRegion, AnnotateError> {
  const { anchor, lines } = place
  const link = anchor === undefined && lines === undefined ? undefined : linkHasNoUnits(file)
  const problem = link ?? (lines === undefined ? undefined : outOfBounds(lines, file))
  if (problem !== undefined) return err(problem)
  if (anchor !== undefined) return locateAnchor(anchor, lines, file)
  if (lines !== undefined) {
    const unit = smallestAround(lines, file)
    return ok({ lines, ...omitUndefined({ ast_anchor: unit && anchorOfUnit(unit) }) })
  }
  return ok({})
}

function outOfBounds(
  { start, end }: LineRange,
  { path, lineCount, revision }: AnnotatedFile,
): AnnotateError | undefined {
  if (start >= 1 && start <= end && end <= lineCount) return undefined
  const reason =
    start < 1 || start > end
      ? 'is not a range'
      : `exceeds file length (${count(lineCount, 'line')}${revision === undefined ? '' : ` at ${revision}`})`
  const message = `Line range ${start}:${end} ${reason} in ${path}`
  return codedError('lines_out_of_bounds', message, { data: { path, start, end, lines: lineCount } })
}

function locateAnchor(
  anchor: Partial<AstAnchor> & Pick<AstAnchor, 'name'>,
  lines: LineRange | undefined,
  file: AnnotatedFile,
): Result<LocatedRegion, AnnotateError> {
  if (file.outline === undefined) return uncheckedAnchor(anchor, lines, file)
  const { units } = file.outline
  const found = matchAnchor(anchor.name, units, (unit) => unit.name)
  if (found === undefined) return err(anchorNotFound(anchor.name, units, file))
  const candidates = joinOverloads(preferSubject(found.matches), units)
  const near = lines === undefined ? candidates : candidates.filter((unit) => overlaps(unit.lines, lines))
  const [unit, ...others] = near
  if (unit === undefined) return err(linesOutside(anchor.name, lines, candidates, file))
  if (others.length > 0) return err(ambiguous(anchor.name, near, file))
  const fuzzy = `No unit is called ${JSON.stringify(anchor.name)} in ${file.path}; took ${unit.name} (edit distance ${found.distance}).`
  return ok({
    ast_anchor: anchorOfUnit(unit),
    lines: lines ?? unit.lines,
    anchorMatch: found.kind,
    ...(found.kind === 'fuzzy' && { warning: { code: 'fuzzy_anchor', message: fuzzy } }),
  })
}

/** Keeps an anchor that cannot be looked up for lack of a grammar. It needs lines, and its name is stored unchecked. */
function uncheckedAnchor(
  anchor: Partial<AstAnchor> & Pick<AstAnchor, 'name'>,
  lines: LineRange | undefined,
  file: AnnotatedFile,
): Result<LocatedRegion, AnnotateError> {
  const reason = file.outlineProblem ?? `there is no grammar for ${file.path}`
  if (lines === undefined) {
    const message = `${JSON.stringify(anchor.name)} cannot be looked up: ${reason}. Give the lines instead of the anchor, or beside it.`
    return err(codedError('anchor_unresolvable', message, { data: { path: file.path, anchor: anchor.name } }))
  }
  const message = `${JSON.stringify(anchor.name)} was stored as given and not checked: ${reason}.`
  const { type = UNKNOWN_UNIT_TYPE, name, signature } = anchor
  return ok({
    ast_anchor: { type, name, ...omitUndefined({ signature }) },
    lines,
    anchorMatch: 'unchecked',
    warning: { code: 'unchecked_anchor', message },
  })
}

/** Prefers a type over its `impl` and extension blocks, which have the same name. */
function preferSubject(units: readonly AstUnit[]): readonly AstUnit[] {
  const subjects = units.filter((unit) => unit.type !== 'impl' && unit.type !== 'extension')
  return subjects.length > 0 ? subjects : units
}

/** Joins consecutive overload declarations into one unit, with the signature of the first. */
function joinOverloads(matches: readonly AstUnit[], units: readonly AstUnit[]): readonly AstUnit[] {
  const joined: AstUnit[] = []
  let previous: AstUnit | undefined
  for (const unit of matches) {
    const last = joined.at(-1)
    const follows = previous !== undefined && units[units.indexOf(previous) + 1] === unit
    if (last !== undefined && follows && last.name === unit.name && last.type === unit.type) {
      joined[joined.length - 1] = { ...last, lines: { start: last.lines.start, end: unit.lines.end } }
    } else joined.push(unit)
    previous = unit
  }
  return joined
}

function smallestAround(lines: LineRange, { outline, content }: AnnotatedFile): AstUnit | undefined {
  const inner = withoutBlankEnds(lines, content.bytes)
  const around = (outline?.units ?? []).filter((unit) => contains(unit.lines, inner))
  // Of equally small units the last one: outer units come before inner ones.
  return around.reduce<AstUnit | undefined>(
    (best, unit) => (best === undefined || lengthOf(unit.lines) <= lengthOf(best.lines) ? unit : best),
    undefined,
  )
}

function withoutBlankEnds(lines: LineRange, bytes: Uint8Array): LineRange {
  const text = new TextDecoder().decode(bytes).split('\n')
  const isBlank = (line: number): boolean => (text[line - 1] ?? '').trim() === ''
  let { start, end } = lines
  while (start < end && isBlank(start)) start++
  while (end > start && isBlank(end)) end--
  return { start, end }
}

/** Returns the anchor of a unit. */
export function anchorOfUnit({ type, name, signature }: AstUnit): AstAnchor {
  return { type, name, ...omitUndefined({ signature }) }
}

/** Returns the error for an anchor without a unit, with the most similar names. */
export function anchorNotFound(anchor: string, units: readonly AstUnit[], { path }: AnnotatedFile): AnnotateError {
  const available = [...new Set(units.map((unit) => unit.name))]
  const nearest = nearestNames(anchor, available, 10)
  const more = available.length > nearest.length ? ` and ${available.length - nearest.length} more.` : ''
  const list =
    nearest.length === 0 ? 'The file has no named units: give lines.' : `Available anchors: ${nearest.join(', ')}`
  const message = `Anchor not found: ${shownName(anchor)} in ${shownName(path)}. ${list}${more}`
  return codedError('anchor_not_found', message, { data: { path, anchor, nearest, available } })
}

function linesOutside(
  anchor: string,
  lines: LineRange | undefined,
  units: readonly AstUnit[],
  { path }: AnnotatedFile,
): AnnotateError {
  const message = `Lines ${lines?.start}:${lines?.end} are not in ${anchor}, which is at ${places(units)} of ${path}. Leave out the lines or the anchor.`
  return codedError('lines_outside_anchor', message, { data: { path, anchor, lines } })
}

function ambiguous(anchor: string, units: readonly AstUnit[], { path }: AnnotatedFile): AnnotateError {
  const list = units.map((unit) => `${unit.name} (lines ${unit.lines.start}:${unit.lines.end})`).join(', ')
  const [{ name, lines } = {}] = units
  const isOneName = units.every((unit) => unit.name === name)
  const advice =
    isOneName && lines !== undefined
      ? `They have one name: give the lines of one instead, as in ${path}:${lines.start}-${lines.end}.`
      : 'Give the qualified name, or lines beside the anchor.'
  const message = `${JSON.stringify(anchor)} stands for ${units.length} units of ${path}: ${list}. ${advice}`
  const candidates = units.map((unit) => ({ name: unit.name, type: unit.type, lines: unit.lines }))
  return codedError('ambiguous_anchor', message, { data: { path, anchor, candidates } })
}

function places(units: readonly AstUnit[]): string {
  return units.map((unit) => `lines ${unit.lines.start}:${unit.lines.end}`).join(', ')
}

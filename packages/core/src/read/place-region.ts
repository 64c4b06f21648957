import type { AnchorMatch, CommitId, Freshness, LineRange, Region, RepoPath } from '@chronicle/schema'
import type { AstUnit } from '../contracts/ast-parser.ts'
import type { BlameHunk } from '../contracts/git-backend.ts'
import { carryLines, isNewer, type CarriedLines, type LineOwners } from './carry-lines.ts'
import type { AnchorMatches } from './match-anchor.ts'

/** Where a recorded region is now, and how much of it. */
export interface Placement {
  readonly carried: CarriedLines
  /** Units that its anchor stands for now, best first. */
  readonly units: readonly AstUnit[]
  readonly anchorMatch: AnchorMatch
  readonly anchorDistance: number
  /** Share of the recorded lines still attributed to the commit; 1 for a whole file that has any left. */
  readonly survival: number
  readonly freshness: Freshness
  /** Newest first; `uncommitted` for edits that are not committed. */
  readonly driftedBy: readonly string[]
}

/** The file as it is now, as far as placing regions needs it. */
export interface FileNow {
  readonly path: RepoPath
  readonly hunks: readonly BlameHunk[]
  readonly owners: LineOwners
  /** The units that a name stands for; `undefined` where the file has no outline. */
  readonly find: ((name: string) => AnchorMatches<AstUnit> | undefined) | undefined
  readonly lineCount: number
}

/** Commits named as the cause of a drift; what changed a region more often than this has changed beyond listing. */
const MAX_DRIFT_COMMITS = 8

/** Places one region of a commit's annotation in the file as it is now. */
export function placeRegion(
  region: Region,
  commit: CommitId,
  committedAt: number | undefined,
  ownHunks: readonly BlameHunk[],
  file: FileNow,
): Placement {
  const loose = carryLines(region.lines, commit, committedAt, ownHunks, file.owners, undefined)
  const found = findUnits(region, loose, file.find)
  const within = found.units.find((unit) => loose.own.some((range) => overlaps(range, unit.lines)))?.lines
  const carried =
    within === undefined
      ? followByName(loose, found.units, commit, committedAt, file)
      : carryLines(region.lines, commit, committedAt, ownHunks, file.owners, within)
  const recorded = region.lines === undefined ? undefined : region.lines.end - region.lines.start + 1
  const survival = recorded === undefined ? (carried.ownCount > 0 ? 1 : 0) : carried.ownCount / recorded
  const drift = findDrift(region, carried, within, found.units[0], commit, committedAt, file)
  return {
    carried,
    units: found.units,
    anchorMatch: found.match,
    anchorDistance: found.distance,
    survival,
    freshness: judge(region, carried, found, drift, file),
    driftedBy: drift.by,
  }
}

/**
 * A commit can speak of lines that it did not write. Where its unit is found by name and nobody has changed it since,
 * those lines are the unit's.
 */
function followByName(
  carried: CarriedLines,
  units: readonly AstUnit[],
  commit: CommitId,
  committedAt: number | undefined,
  { hunks }: FileNow,
): CarriedLines {
  const [unit] = units
  if (carried.ownCount > 0 || unit === undefined || units.length > 1) return carried
  const changed = hunks.some((hunk) => overlaps(hunk.final, unit.lines) && isNewer(hunk, commit, committedAt))
  return changed ? carried : { ...carried, current: unit.lines }
}

interface FoundUnits {
  readonly units: readonly AstUnit[]
  readonly match: AnchorMatch
  readonly distance: number
}

function findUnits(region: Region, carried: CarriedLines, find: FileNow['find']): FoundUnits {
  const anchor = region.ast_anchor
  const byLines: FoundUnits = { units: [], match: carried.ownCount > 0 ? 'line_overlap' : 'gone', distance: 0 }
  if (anchor === undefined) return region.lines === undefined ? { ...byLines, match: 'whole_file' } : byLines
  const named = find?.(anchor.name)
  if (named === undefined) return byLines
  if (named.kind === 'fuzzy') {
    const renamed = named.matches.filter((unit) => carried.own.some((range) => overlaps(range, unit.lines)))
    return renamed.length === 0 ? byLines : { units: renamed, match: 'fuzzy', distance: named.distance }
  }
  const best = narrow(named.matches, region, carried)
  const signature = normaliseSignature(anchor.signature)
  const changed =
    signature !== undefined &&
    best.every((unit) => unit.signature !== undefined && normaliseSignature(unit.signature) !== signature)
  return { units: best, match: changed ? 'signature_changed' : named.kind, distance: 0 }
}

/** Of several units with the name, those of the recorded type, then signature, then place, each if there is one. */
function narrow(units: readonly AstUnit[], region: Region, carried: CarriedLines): readonly AstUnit[] {
  const signature = normaliseSignature(region.ast_anchor?.signature)
  const preferences: readonly ((unit: AstUnit) => boolean)[] = [
    (unit) => unit.type === region.ast_anchor?.type,
    (unit) => signature !== undefined && normaliseSignature(unit.signature) === signature,
    (unit) => carried.own.some((range) => overlaps(range, unit.lines)),
  ]
  let left = units
  for (const preferred of preferences) {
    if (left.length < 2) break
    const some = left.filter(preferred)
    if (some.length > 0) left = some
  }
  return left
}

function normaliseSignature(signature: string | undefined): string | undefined {
  const text = signature?.replace(/\s+/gu, ' ').trim()
  return text === '' ? undefined : text
}

interface Drift {
  readonly changed: boolean
  readonly by: readonly string[]
}

/** Newer lines in the region's place or right beside it inside its unit, and lines that are gone. */
function findDrift(
  region: Region,
  carried: CarriedLines,
  within: LineRange | undefined,
  unit: AstUnit | undefined,
  commit: CommitId,
  committedAt: number | undefined,
  file: FileNow,
): Drift {
  const isNewerLine = (line: number): boolean => {
    const owner = file.owners.at(line)
    return owner !== undefined && isNewer(owner, commit, committedAt)
  }
  const whole = region.lines === undefined && carried.current !== undefined
  const place = whole
    ? { start: 1, end: file.lineCount }
    : carried.current === undefined
      ? unit?.lines
      : widen(carried.current, within, isNewerLine)
  if (region.file === undefined || place === undefined) return { changed: false, by: [] }
  const newer = new Map<string, number>()
  for (const hunk of file.hunks) {
    if (!overlaps(hunk.final, place) || !isNewer(hunk, commit, committedAt)) continue
    if (hunk.commit === undefined) newer.set('uncommitted', Number.MAX_SAFE_INTEGER)
    else newer.set(hunk.commit, hunk.committedAt ?? 0)
  }
  const lost =
    region.lines !== undefined &&
    carried.current !== undefined &&
    carried.current.end - carried.current.start < region.lines.end - region.lines.start
  const by = [...newer].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([id]) => id)
  return { changed: by.length > 0 || lost, by: by.slice(0, MAX_DRIFT_COMMITS) }
}

function widen(place: LineRange, within: LineRange | undefined, take: (line: number) => boolean): LineRange {
  if (within === undefined) return place
  let { start, end } = place
  while (start > within.start && take(start - 1)) start--
  while (end < within.end && take(end + 1)) end++
  return { start, end }
}

function judge(region: Region, carried: CarriedLines, found: FoundUnits, drift: Drift, file: FileNow): Freshness {
  if (carried.current === undefined) return found.units.length === 0 ? 'orphaned' : 'drifted'
  if (drift.changed || found.match === 'signature_changed') return 'drifted'
  const [unit] = found.units
  const elsewhere = region.lines !== undefined && carried.current.start !== region.lines.start
  const otherPath = region.file !== undefined && region.file !== file.path
  const otherName = unit !== undefined && found.match === 'fuzzy'
  return elsewhere || otherPath || otherName ? 'moved' : 'fresh'
}

export function overlaps(a: LineRange, b: LineRange): boolean {
  return a.start <= b.end && a.end >= b.start
}

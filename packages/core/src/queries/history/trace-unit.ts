import { err, ok, type Result } from '@chronicle/schema'
import type { AstUnit } from '../../contracts/ast-parser.ts'
import { anchorRelation, anchorSegments, matchAnchor } from '../../read/match-anchor.ts'
import { overlaps } from '../../read/place-region.ts'
import type { ReadError } from '../../read/read-error.ts'
import type { NamedScope } from '../../read/resolve-scope.ts'
import { textLines, type FileVersions } from './file-versions.ts'
import { compareSpoken, type SpokenRegion } from './spoken-region.ts'
import { isSameBody, unitBody, type UnitBody } from './unit-body.ts'

/*
 * Which regions speak of a unit, by what it is called and by what it was called before.
 *
 * A region names a unit by its anchor. An anchor that a unit of the file has now stands for that unit. Any other is
 * looked up in the file as it was at the region's commit: when the body found there is the same as a known one of the
 * unit in question (`isSameBody`), its name is an earlier name of that unit, and its body a known one. Known from the
 * start are the present body and those at annotated commits that name the unit. This goes from the newest commit to the
 * oldest, so that a unit is followed through one name after the other. A name that the unit bore is no earlier one when
 * the file had a unit under the later name at the same time: that was a copy.
 */

/** A region that speaks of the code in question. */
export interface TracedRegion extends SpokenRegion {
  /** What the unit that its anchor names is called now, where that is something else. */
  readonly renamedTo?: string
}

/** What speaks of a unit, and what it was called. */
export interface UnitTrace {
  /** Newest first. */
  readonly regions: readonly TracedRegion[]
  /** The present names of the units asked for, then earlier ones, newest first. */
  readonly names: readonly string[]
  /** Whether a name is one that the code in question had; for units of any version of the file. */
  readonly isOurs: (name: string) => boolean
}

/** A unit in question under all its names. */
interface Identity {
  readonly name: string
  /** Asked for itself, rather than as a part of another. */
  readonly asked: boolean
  readonly earlier: string[]
  readonly bodies: UnitBody[]
}

/** Finds the regions that speak of the units of a scope, which has an outline, or of units inside of them. */
export async function traceUnit(
  spoken: readonly SpokenRegion[],
  scope: NamedScope,
  units: readonly AstUnit[],
  versionAt: FileVersions,
): Promise<Result<UnitTrace, ReadError>> {
  const identities = identitiesOf(scope, units)
  const byName = new Map(identities.map((identity) => [identity.name, identity]))
  const traced: TracedRegion[] = []
  const strange: SpokenRegion[] = []
  const unnamed: SpokenRegion[] = []
  const newestFirst = [...spoken].sort((a, b) => compareSpoken(b, a))
  const presentOf = (name: string): readonly AstUnit[] | undefined =>
    matchAnchor(name, units, (unit) => unit.name, { fuzzy: false })?.matches
  // Bodies are needed only up to the oldest region whose name is not known now.
  const oldest = newestFirst.findLastIndex(
    ({ region }) => region.ast_anchor !== undefined && presentOf(region.ast_anchor.name) === undefined,
  )

  for (const [index, each] of newestFirst.entries()) {
    const name = each.region.ast_anchor?.name
    if (name === undefined) {
      unnamed.push(each)
      continue
    }
    const present = presentOf(name)
    if (present !== undefined) {
      const ours = new Set(present.flatMap((unit) => byName.get(unit.name) ?? []))
      if (ours.size === 0) continue
      traced.push(each)
      if (index > oldest) continue
      const found = await bodiesAt(each, name, versionAt)
      if (found.isErr()) return err(found.error)
      for (const identity of ours) identity.bodies.push(...found.value.bodies)
      continue
    }
    const found = await bodiesAt(each, name, versionAt)
    if (found.isErr()) return err(found.error)
    const { bodies, units: then } = found.value
    const identity = identities.find(
      (candidate) =>
        candidate.earlier.some((earlier) => isNamed(name, earlier)) ||
        (!isThere(candidate, then) && bodies.some((body) => candidate.bodies.some((known) => isSameBody(body, known)))),
    )
    if (identity === undefined) {
      strange.push(each)
      continue
    }
    for (const earlier of found.value.names.length === 0 ? [name] : found.value.names) {
      if (!identity.earlier.includes(earlier)) identity.earlier.push(earlier)
    }
    identity.bodies.push(...bodies)
    traced.push({ ...each, renamedTo: identity.name })
  }

  // A name found on the way was also borne at newer commits where the body was too different to tell.
  for (const each of strange) {
    const name = each.region.ast_anchor?.name ?? ''
    const identity = identities.find(({ earlier }) => earlier.some((known) => isNamed(name, known)))
    if (identity !== undefined) traced.push({ ...each, renamedTo: identity.name })
  }

  const allNames = identities.flatMap(({ name, earlier }) => [name, ...earlier])
  const isOurs = (name: string): boolean => allNames.some((known) => isNamed(name, known))
  for (const each of unnamed) {
    const covered = await coversUnit(each, isOurs, versionAt)
    if (covered.isErr()) return err(covered.error)
    if (covered.value) traced.push(each)
  }
  const asked = identities.filter((identity) => identity.asked)
  return ok({
    regions: traced.sort((a, b) => compareSpoken(b, a)),
    names: [...new Set([...asked.map(({ name }) => name), ...asked.flatMap(({ earlier }) => earlier)])],
    isOurs,
  })
}

function identitiesOf(scope: NamedScope, units: readonly AstUnit[]): readonly Identity[] {
  const targets = scope.units ?? []
  const lines = textLines(scope.content.bytes)
  const identities = new Map<string, Identity>()
  for (const unit of units) {
    const asked = targets.some(({ name }) => name === unit.name)
    const inside = targets.some(
      (target) => target.lines.start <= unit.lines.start && unit.lines.end <= target.lines.end,
    )
    if (!asked && !inside) continue
    const identity = identities.get(unit.name) ?? { name: unit.name, asked, earlier: [], bodies: [] }
    identity.bodies.push(unitBody(lines, unit))
    identities.set(unit.name, identity)
  }
  return [...identities.values()]
}

/** What stands under a name in the file as it was at the commit of a region. */
interface Found {
  readonly names: readonly string[]
  readonly bodies: readonly UnitBody[]
  /** All units of that version. */
  readonly units: readonly AstUnit[]
}

async function bodiesAt(
  { commit, region }: SpokenRegion,
  name: string,
  versionAt: FileVersions,
): Promise<Result<Found, ReadError>> {
  const version = await versionAt(commit, region.file ?? '')
  if (version.isErr()) return err(version.error)
  const units = (await version.value?.units()) ?? []
  const found = matchAnchor(name, units, (unit) => unit.name, { fuzzy: false })?.matches ?? []
  const lines = version.value?.lines ?? []
  return ok({
    names: [...new Set(found.map((unit) => unit.name))],
    bodies: found.map((unit) => unitBody(lines, unit)),
    units,
  })
}

/** Whether the file already had the unit under a later name. */
function isThere({ name, earlier }: Identity, units: readonly AstUnit[]): boolean {
  return units.some((unit) => unit.name === name || earlier.includes(unit.name))
}

/** A region without an anchor speaks of the units that its lines overlapped when it was written. */
async function coversUnit(
  { commit, region }: SpokenRegion,
  isOurs: (name: string) => boolean,
  versionAt: FileVersions,
): Promise<Result<boolean, ReadError>> {
  const version = await versionAt(commit, region.file ?? '')
  if (version.isErr()) return err(version.error)
  const units = (await version.value?.units()) ?? []
  const { lines } = region
  return ok(units.some((unit) => isOurs(unit.name) && (lines === undefined || overlaps(unit.lines, lines))))
}

function isNamed(name: string, known: string): boolean {
  return anchorRelation(anchorSegments(name), anchorSegments(known)) !== undefined
}

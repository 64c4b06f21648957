import { ok, safeTry, type ResultAsync } from '@chronicle/schema'
import type { AstUnit } from '../../contracts/ast-parser.ts'
import { anchorRelation, anchorSegments, matchAnchor } from '../../read/match-anchor.ts'
import { contains, overlaps } from '../../place/overlaps.ts'
import type { ReadError } from '../../read/read-error.ts'
import type { NamedScope } from '../../read/resolved-scope.ts'
import { textLines } from '../../text/text-lines.ts'
import type { FileVersions } from './file-versions.ts'
import { compareByRank, type RankedRegion } from './ranked-region.ts'
import { isSameBody, unitBody, type UnitBody } from '../../place/unit-body.ts'
import type { TracedRegion, UnitTrace } from './unit-trace.ts'

/*
 * Finds the regions about a unit, by its current name and its earlier names.
 *
 * A region names a unit by its anchor. If a unit of the current file has that name, the anchor means that unit. Any
 * other anchor is looked up in the file at the region's commit. If the body found there is the same as a known body of
 * the queried unit (`isSameBody`), the anchor is an earlier name of the unit, and the body becomes a known one. The
 * first known bodies are the current one and those at annotated commits that name the unit. The search goes from the
 * newest commit to the oldest, so that a unit is followed through several names. A name does not count as earlier if
 * the file had a unit under the later name at the same time: that unit was a copy. A region without an anchor, or with
 * one that matched no unit at its commit, means the units that its lines overlap, or the whole file if it has neither.
 * Those units are identified by name or body in the same way.
 */

/** A queried unit under all its names. */
interface Identity {
  readonly name: string
  /** Whether it was queried itself, rather than as a part of another unit. */
  readonly asked: boolean
  readonly earlier: string[]
  readonly bodies: UnitBody[]
}

/** Finds the regions about the units of a scope, or about units inside them. The scope must have an outline. */
export function traceUnit(
  spoken: readonly RankedRegion[],
  scope: NamedScope,
  units: readonly AstUnit[],
  versionAt: FileVersions,
): ResultAsync<UnitTrace, ReadError> {
  return safeTry(async function* () {
    const identities = identitiesOf(scope, units)
    const newestFirst = [...spoken].sort((a, b) => compareByRank(b, a))
    const traced: TracedRegion[] = []
    const unresolved: { readonly region: RankedRegion; readonly names: readonly string[] }[] = []
    const presentOf = (name: string): readonly Identity[] | undefined => {
      const found = matchAnchor(name, units, (unit) => unit.name, { fuzzy: false })?.matches
      return found && identities.filter((identity) => found.some((unit) => unit.name === identity.name))
    }
    const isPresent = ({ region }: RankedRegion): boolean =>
      region.ast_anchor !== undefined && presentOf(region.ast_anchor.name) !== undefined
    // Bodies are only needed up to the oldest region that no current name explains.
    const oldest = newestFirst.findLastIndex((each) => !isPresent(each))

    for (const [index, each] of newestFirst.entries()) {
      const anchor = each.region.ast_anchor?.name
      const ours = anchor === undefined ? undefined : presentOf(anchor)
      if (ours?.length === 0) continue
      if (ours !== undefined) traced.push(each)
      if (index > oldest) continue
      const { all, units: meant } = yield* unitsMeantAt(each, ours === undefined, versionAt)
      if (ours !== undefined) {
        for (const identity of ours) identity.bodies.push(...meant.map(({ body }) => body))
        continue
      }
      // Lines may mean several units, some of which still have their name.
      const present = meant.filter(({ name }) => presentOf(name) !== undefined)
      const known = present.flatMap(({ name, body }) => (presentOf(name) ?? []).map((identity) => ({ identity, body })))
      for (const { identity, body } of known) identity.bodies.push(body)
      const former = meant.filter((unit) => !present.includes(unit))
      const names = meant.length === 0 && anchor !== undefined ? [anchor] : former.map(({ name }) => name)
      const renamed = identities.find((identity) => hadName(identity, names) || hadBody(identity, former, all))
      if (renamed !== undefined) {
        const own = former.filter((unit) => hadName(renamed, [unit.name]) || hadBody(renamed, [unit], all))
        for (const name of own.length === 0 ? names : own.map((unit) => unit.name)) {
          if (!renamed.earlier.includes(name)) renamed.earlier.push(name)
        }
        renamed.bodies.push(...own.map(({ body }) => body))
      }
      if (renamed !== undefined && anchor !== undefined) traced.push({ ...each, renamedTo: renamed.name })
      else if (renamed !== undefined || known.length > 0) traced.push(each)
      else unresolved.push({ region: each, names })
    }

    // An earlier name also counts at newer commits where the body was too different to be recognised.
    for (const { region, names } of unresolved) {
      const identity = identities.find((candidate) => hadName(candidate, names))
      if (identity === undefined) continue
      traced.push(region.region.ast_anchor === undefined ? region : { ...region, renamedTo: identity.name })
    }
    const allNames = identities.flatMap(({ name, earlier }) => [name, ...earlier])
    const asked = identities.filter((identity) => identity.asked)
    return ok({
      regions: traced.sort((a, b) => compareByRank(b, a)),
      names: [...new Set([...asked.map(({ name }) => name), ...asked.flatMap(({ earlier }) => earlier)])],
      isOurs: (name) => allNames.some((known) => isNamed(name, known)),
    })
  })
}

function identitiesOf(scope: NamedScope, units: readonly AstUnit[]): readonly Identity[] {
  const targets = scope.units ?? []
  const lines = textLines(scope.content.bytes)
  const identities = new Map<string, Identity>()
  for (const unit of units) {
    const asked = targets.some(({ name }) => name === unit.name)
    const inside = targets.some((target) => contains(target.lines, unit.lines))
    if (!asked && !inside) continue
    const identity = identities.get(unit.name) ?? { name: unit.name, asked, earlier: [], bodies: [] }
    identity.bodies.push(unitBody(lines, unit))
    identities.set(unit.name, identity)
  }
  return [...identities.values()]
}

/** A unit of an older version. */
interface FormerUnit {
  readonly name: string
  readonly body: UnitBody
}

interface Version {
  /** The units that a region is about. */
  readonly units: readonly FormerUnit[]
  /** All units of the file. */
  readonly all: readonly AstUnit[]
}

/**
 * Returns the units that a region meant in the file at its commit. `byLines` also uses its lines when no unit had the
 * name of its anchor.
 */
function unitsMeantAt(
  { commit, region }: RankedRegion,
  byLines: boolean,
  versionAt: FileVersions,
): ResultAsync<Version, ReadError> {
  return safeTry(async function* () {
    const version = yield* versionAt(commit, region.file ?? '')
    const all = (await version?.units()) ?? []
    const { ast_anchor: anchor, lines } = region
    const named = anchor && matchAnchor(anchor.name, all, (unit) => unit.name, { fuzzy: false })?.matches
    const inLines = all.filter((unit) => lines === undefined || overlaps(unit.lines, lines))
    const isByLines = anchor === undefined || (byLines && lines !== undefined)
    const meant = named ?? (isByLines ? inLines : [])
    const text = version?.lines ?? []
    return ok({ all, meant: meant.map((unit) => ({ name: unit.name, body: unitBody(text, unit) })) })
  })
}

function hadName({ earlier }: Identity, names: readonly string[]): boolean {
  return earlier.some((known) => names.some((name) => isNamed(name, known)))
}

/** Whether one of the units has a known body of this identity, in a file that did not have it under a later name. */
function hadBody({ name, earlier, bodies }: Identity, units: readonly FormerUnit[], all: readonly AstUnit[]): boolean {
  if (all.some((unit) => unit.name === name || earlier.includes(unit.name))) return false
  return units.some(({ body }) => bodies.some((known) => isSameBody(body, known)))
}

function isNamed(name: string, known: string): boolean {
  return anchorRelation(anchorSegments(name), anchorSegments(known)) !== undefined
}

import type { SemanticDependency } from '@chronicle/schema'
import type { AstUnit } from '../contracts/ast-parser.ts'
import { importedNames } from './imported-names.ts'
import { anchorRelation, anchorSegments, matchAnchor } from './match-anchor.ts'
import { contains, overlaps } from '../place/overlaps.ts'
import type { ResolvedScope } from './resolved-scope.ts'

/** Whether a statement about a name, `''` for the file, applies to the queried code. */
export type NameFilter = (anchor: string) => boolean

/** Whether a dependency on the file is a dependency on the queried code. */
export type DependencyFilter = (dependency: SemanticDependency) => boolean

/**
 * Creates a filter for the names of a scope's units: those of its anchor with their members, those in its lines, or
 * any. The name of another unit of the file does not match, even if it ends in the same segments.
 */
export async function namesInScope(scope: ResolvedScope, anchor: string | undefined): Promise<NameFilter> {
  const wanted = await queriedNames(scope, anchor)
  if (wanted === undefined) return () => true
  const known = new Map<string, boolean>()
  return (name) => {
    let isWanted = known.get(name)
    if (isWanted === undefined) known.set(name, (isWanted = name === '' || matchesQueried(name, wanted)))
    return isWanted
  }
}

/**
 * Creates the same filter for dependencies. A dependency on the whole file that lists its imports depends on those
 * imports and on their members.
 */
export async function dependenciesInScope(scope: ResolvedScope, anchor: string | undefined): Promise<DependencyFilter> {
  const isNamed = await namesInScope(scope, anchor)
  const wanted = await queriedNames(scope, anchor)
  return (dependency) => {
    const imported = wanted === undefined || dependency.anchor !== '' ? undefined : importedNames(dependency)
    if (wanted === undefined || imported === undefined) return isNamed(dependency.anchor)
    // Only top-level units can be imported; in Rust, those of a module count as top-level too.
    const depth = dependency.file.endsWith('.rs') ? undefined : 1
    return wanted.names.some((own) =>
      anchorSegments(own)
        .slice(0, depth)
        .some((segment) => imported.includes(segment)),
    )
  }
}

interface QueriedNames {
  /** Names of the queried units. */
  readonly names: readonly string[]
  /** Whether their members are queried too. */
  readonly withMembers: boolean
  /** All units of the file; empty when it has no outline. */
  readonly units: readonly AstUnit[]
}

/** Returns the queried names; `undefined` when everything in the file is queried. */
async function queriedNames(scope: ResolvedScope, anchor: string | undefined): Promise<QueriedNames | undefined> {
  if (scope.units === undefined && anchor !== undefined) return { names: [anchor], withMembers: true, units: [] }
  if (scope.units === undefined && scope.ranges === undefined) return undefined
  const units = (await scope.outline())?.units
  if (scope.units !== undefined) {
    // Without an anchor, these are the units that a change touches: their other members are not queried.
    if (anchor === undefined) {
      return { names: scope.units.map(({ name }) => name), withMembers: false, units: units ?? scope.units }
    }
    const inside = (units ?? []).filter((unit) =>
      scope.units?.some((own) => contains(own.lines, unit.lines) || isPartOf(unit, own)),
    )
    const names = [...new Set([...scope.units, ...inside].map(({ name }) => name))]
    return { names, withMembers: true, units: units ?? scope.units }
  }
  if (units === undefined) return undefined
  const touched = units.filter((unit) => scope.ranges?.some((range) => overlaps(range, unit.lines)))
  return { names: touched.map(({ name }) => name), withMembers: false, units }
}

function matchesQueried(name: string, { names, withMembers, units }: QueriedNames): boolean {
  const found = matchAnchor(name, units, (unit) => unit.name, { fuzzy: false })
  if (found?.matches.some((unit) => names.includes(unit.name)) === true) return true
  if (found !== undefined) return false
  // A name that no unit has now may be an earlier one.
  if (matchAnchor(name, names, (own) => own, { fuzzy: false }) !== undefined) return true
  const segments = anchorSegments(name)
  const owners = segments.slice(1).map((_, index) => segments.slice(0, index + 1))
  return withMembers && names.some((own) => owners.some((owner) => anchorRelation(owner, anchorSegments(own))))
}

/** Whether a unit belongs to a type. Methods defined outside their type have its name as a prefix. */
function isPartOf({ name }: AstUnit, type: AstUnit): boolean {
  const owner = anchorSegments(type.name)
  const segments = anchorSegments(name)
  return segments.length > owner.length && owner.every((segment, index) => segment === segments[index])
}

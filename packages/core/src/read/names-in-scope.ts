import type { SemanticDependency } from '@chronicle/schema'
import type { AstUnit } from '../contracts/ast-parser.ts'
import { importedNames } from './imported-names.ts'
import { anchorRelation, anchorSegments, matchAnchor } from './match-anchor.ts'
import { contains, overlaps } from '../place/overlaps.ts'
import type { ResolvedScope } from './resolved-scope.ts'

/** Whether what is said of a name, `''` for the file, is said of the code in question. */
export type NameFilter = (anchor: string) => boolean

/** Whether a dependency on the file is one on the code in question. */
export type DependencyFilter = (dependency: SemanticDependency) => boolean

/**
 * The units that a scope stands for, as a test of names: its anchor's units with their members, those in its lines, or
 * any. A name that is that of another unit of the file does not count, even where it ends in the same segments.
 */
export async function namesInScope(scope: ResolvedScope, anchor: string | undefined): Promise<NameFilter> {
  const wanted = await wantedIn(scope, anchor)
  if (wanted === undefined) return () => true
  const known = new Map<string, boolean>()
  return (name) => {
    let isWanted = known.get(name)
    if (isWanted === undefined) known.set(name, (isWanted = name === '' || isMeant(name, wanted)))
    return isWanted
  }
}

/**
 * The same for dependencies. One on the file as a whole which says what it imports is one on what it imports, and on
 * what is in that.
 */
export async function dependenciesInScope(scope: ResolvedScope, anchor: string | undefined): Promise<DependencyFilter> {
  const isNamed = await namesInScope(scope, anchor)
  const wanted = await wantedIn(scope, anchor)
  return (dependency) => {
    const imported = wanted === undefined || dependency.anchor !== '' ? undefined : importedNames(dependency)
    if (wanted === undefined || imported === undefined) return isNamed(dependency.anchor)
    // Only what stands at the top can be imported; a module of Rust is a top, too.
    const depth = dependency.file.endsWith('.rs') ? undefined : 1
    return wanted.names.some((own) =>
      anchorSegments(own)
        .slice(0, depth)
        .some((segment) => imported.includes(segment)),
    )
  }
}

interface Wanted {
  /** The units in question. */
  readonly names: readonly string[]
  /** What is in them is in question, too. */
  readonly withMembers: boolean
  /** All units of the file, none where it has no outline. */
  readonly units: readonly AstUnit[]
}

/** `undefined`: everything in the file. */
async function wantedIn(scope: ResolvedScope, anchor: string | undefined): Promise<Wanted | undefined> {
  if (scope.units === undefined && anchor !== undefined) return { names: [anchor], withMembers: true, units: [] }
  if (scope.units === undefined && scope.ranges === undefined) return undefined
  const units = (await scope.outline())?.units
  if (scope.units !== undefined) {
    // Without an anchor these are the units that a change touches: their other members are not in question.
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

function isMeant(name: string, { names, withMembers, units }: Wanted): boolean {
  const found = matchAnchor(name, units, (unit) => unit.name, { fuzzy: false })
  if (found?.matches.some((unit) => names.includes(unit.name)) === true) return true
  if (found !== undefined) return false
  // A name that no unit has now may be an older one.
  if (matchAnchor(name, names, (own) => own, { fuzzy: false }) !== undefined) return true
  const segments = anchorSegments(name)
  const owners = segments.slice(1).map((_, index) => segments.slice(0, index + 1))
  return withMembers && names.some((own) => owners.some((owner) => anchorRelation(owner, anchorSegments(own))))
}

/** Methods that stand outside of their type have its name before theirs. */
function isPartOf({ name }: AstUnit, type: AstUnit): boolean {
  const owner = anchorSegments(type.name)
  const segments = anchorSegments(name)
  return segments.length > owner.length && owner.every((segment, index) => segment === segments[index])
}

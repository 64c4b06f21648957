import type { ImportFacts } from './import-facts.ts'
import type { ImportResolver } from './resolve/create-import-resolver.ts'
import type { RepoPath } from '@chronicle/schema'

/** What has to be known of a file to see whether it defines a name or passes one on. */
export interface BarrelFacts {
  readonly imports: readonly ImportFacts[]
  /** Names that it defines itself at the top level. */
  readonly defines: ReadonlySet<string>
}

/** What `followBarrels` needs from outside. */
export interface FollowBarrelsDependencies {
  readonly resolver: ImportResolver
  /** `undefined` for a file that is not known; the search ends there. */
  readonly factsOf: (path: RepoPath) => BarrelFacts | undefined
}

/**
 * Returns the files that define the names which `from` takes by an import, through files that only pass them on
 * (`export * from`, `export { x } from`, an import that is exported, `__init__.py`, `pub use`). A name whose definition
 * is not found, and an import without names, lead to the files that the import itself leads to. Each file once; cycles
 * end the search.
 */
export function followBarrels(
  from: RepoPath,
  facts: ImportFacts,
  dependencies: FollowBarrelsDependencies,
): readonly RepoPath[] {
  const found = new Set<RepoPath>()
  const names = facts.names ?? []
  for (const name of names) for (const path of follow(from, facts, name, dependencies, new Set())) found.add(path)
  if (names.length === 0) for (const path of dependencies.resolver.resolve(from, facts)) found.add(path)
  return [...found]
}

/** The definers of one name of an import, else what the import leads to. */
function follow(
  from: RepoPath,
  facts: ImportFacts,
  name: string,
  dependencies: FollowBarrelsDependencies,
  seen: Set<string>,
): readonly RepoPath[] {
  const targets = dependencies.resolver.resolve(from, { ...facts, names: [name] })
  const definers = targets.flatMap((target) => search(target, name, dependencies, seen))
  if (definers.length > 0) return definers
  // A package that is given besides its submodule comes after it.
  return name === '*' ? targets : targets.slice(0, 1)
}

/** The files that define the name as `path` offers it; empty when none is found. */
function search(
  path: RepoPath,
  name: string,
  dependencies: FollowBarrelsDependencies,
  seen: Set<string>,
): readonly RepoPath[] {
  const key = `${path}\0${name}`
  if (seen.has(key)) return []
  seen.add(key)
  const facts = dependencies.factsOf(path)
  if (facts === undefined) return []
  if (name === '*') return [path, ...everythingPassedOn(path, facts, dependencies, seen)]
  if (facts.defines.has(name)) return [path]
  const named = facts.imports.flatMap((each) => {
    const at = localNamesOf(each).indexOf(name)
    const original = each.names?.[at]
    if (original === undefined || name === '*') return []
    // `export * as x` makes the module itself the thing that is named.
    if (original === '*') return dependencies.resolver.resolve(path, each)
    return follow(path, each, original, dependencies, seen)
  })
  if (named.length > 0) return named
  // A star passes on all names but `default`.
  if (name === 'default') return []
  return facts.imports
    .filter((each) => isPassedOn(path, each) && (each.names === undefined || localNamesOf(each).includes('*')))
    .flatMap((each) => dependencies.resolver.resolve(path, each))
    .flatMap((target) => search(target, name, dependencies, seen))
}

function everythingPassedOn(
  path: RepoPath,
  facts: BarrelFacts,
  dependencies: FollowBarrelsDependencies,
  seen: Set<string>,
): readonly RepoPath[] {
  return facts.imports
    .filter((each) => isPassedOn(path, each))
    .flatMap((each) => (each.names ?? ['*']).flatMap((name) => follow(path, each, name, dependencies, seen)))
}

/** In Python every import of a package's `__init__.py` is offered to others, and so is what a star brings anywhere. */
function isPassedOn(path: RepoPath, facts: ImportFacts): boolean {
  if (facts.reexports === true) return true
  if (!/\.pyi?$/.test(path)) return false
  return facts.names?.includes('*') === true || (/(?:^|\/)__init__\.pyi?$/.test(path) && facts.names !== undefined)
}

function localNamesOf({ names = [], localNames = names }: ImportFacts): readonly string[] {
  return localNames
}

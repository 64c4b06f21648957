import { folderOf, foldersAbove, isInFolder, joinPath, type PathIndex } from '../path-index.ts'
import type { Packages } from './read-packages.ts'
import type { PackageManifest } from './package-manifest.ts'

/**
 * Returns the package of the repository that a name refers to in a file: one in a `node_modules` above the file, the
 * file's own package by name, or one that a workspace links. A name installed from a registry is outside of the
 * repository, even if some folder of it, such as an example, contains a package of that name.
 */
export function findPackage(
  index: PathIndex,
  packages: Packages,
  from: string,
  owner: PackageManifest | undefined,
  name: string,
): PackageManifest | undefined {
  for (const folder of foldersAbove(folderOf(from))) {
    const installed = joinPath(folder, `node_modules/${name}`)
    if (installed !== undefined && index.isFolder(installed)) return packages.at.get(installed)
  }
  if (owner?.name === name && owner.exports !== undefined) return owner
  const all = (packages.named.get(name) ?? []).filter(({ folder }) => !/(?:^|\/)node_modules\//.test(folder))
  const members = all.filter(({ folder }) => packages.members.has(folder))
  const candidates = members.length > 0 ? members : all.filter(({ folder }) => !SAMPLES.test(folder))
  const [only, ...more] = candidates
  if (only === undefined || more.length > 0) return undefined
  if (members.length > 0) return isMember(packages, from) || isLinked(owner, name) ? only : undefined
  return isLinked(owner, name) || !isDeclared(packages, from, name) ? unlessSelfImport(only, owner, from) : undefined
}

/** Folders of tests, templates and examples, whose packages imitate others. */
const SAMPLES =
  /(?:^|\/)(?:__?\w*fixtures?\w*_?_?|tests?|__tests__|testdata|e2e|templates?|examples?|samples?|mocks?|__mocks__)(?:\/|$)/

/** Whether the file's nearest package, or one above it, belongs to a workspace. */
function isMember({ at, members }: Packages, from: string): boolean {
  for (const folder of foldersAbove(folderOf(from))) {
    if (members.has(folder)) return true
    // A named package that no workspace lists is installed separately.
    if (at.get(folder)?.name !== undefined && !members.has(folder)) return false
  }
  return false
}

function isLinked(owner: PackageManifest | undefined, name: string): boolean {
  return /^(?:workspace|file|link|portal):/.test(owner?.dependencies.get(name) ?? '')
}

function isDeclared({ at }: Packages, from: string, name: string): boolean {
  return Array.from(foldersAbove(folderOf(from))).some((folder) => at.get(folder)?.dependencies.has(name) === true)
}

/**
 * Without a workspace, a package cannot import itself by name, and a file inside a package cannot import that package.
 */
function unlessSelfImport(
  found: PackageManifest,
  owner: PackageManifest | undefined,
  from: string,
): PackageManifest | undefined {
  return found === owner || isInFolder(from, found.folder) ? undefined : found
}

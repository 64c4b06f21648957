import { firstFound } from '../first-found.ts'
import { folderOf, foldersAbove, isInFolder, joinPath, type PathIndex } from '../path-index.ts'
import { builtFrom, isBuilt } from './built-from.ts'
import { matchExports } from './match-exports.ts'
import { type FileKinds, probeFile, probeIndex, probeTarget } from './probe-file.ts'
import { type Packages, readPackages } from './read-packages.ts'
import type { PackageManifest } from './package-manifest.ts'
import { type CompilerConfig, readTsconfigs } from './read-tsconfigs.ts'
import { findPackage } from './find-package.ts'
import type { ImportFacts } from '../../import-facts.ts'
import type { LanguageResolver, PrepareResolver } from '../resolver-input.ts'
import { ok, safeTry, type RepoPath } from '@chronicle/schema'

/**
 * Prepares the rules of Node and of TypeScript's `bundler` resolution: the compiler's order of extensions, `paths` of
 * the nearest configuration, and `exports` and `imports` of packages in the repository.
 */
export const prepareJavaScript: PrepareResolver = (index, readText) =>
  safeTry(async function* () {
    const packages = yield* readPackages(index, readText)
    const configs = yield* readTsconfigs(index, readText, packages)
    const rules: Rules = { index, packages, configs }
    return ok<LanguageResolver>((from, facts) => [resolveSpecifier(rules, from, facts)])
  })

interface Rules {
  readonly index: PathIndex
  readonly packages: Packages
  readonly configs: ReadonlyMap<string, readonly CompilerConfig[]>
}

function resolveSpecifier(rules: Rules, from: RepoPath, facts: ImportFacts): RepoPath | undefined {
  // The query after a `?` is for the bundler, not part of the path.
  const specifier = facts.specifier.replace(/(?<=.)\?.*$/, '')
  const folder = folderOf(from)
  if (facts.form === 'path') return rules.index.file(joinPath(folder, specifier))
  const configs = nearest(rules.configs, folder) ?? []
  const kinds = facts.form === 'require' ? 'require' : 'all'
  if (/^\.{1,2}(?:\/|$)/.test(specifier)) return resolveRelative(rules, folder, specifier, configs, kinds)
  const configured = firstFound(configs, (config) => resolveByConfig(rules, config, specifier, kinds))
  if (configured !== undefined) return configured
  if (/^(?:\/|[a-z][a-z+.-]*:)/i.test(specifier)) return undefined
  const accepts = conditionsOf(facts, configs[0])
  if (specifier.startsWith('#')) {
    const owner = nearest(rules.packages.at, folder)
    return owner?.imports === undefined ? undefined : resolveInternal(rules, from, owner, specifier, accepts)
  }
  return resolvePackage(rules, from, specifier, accepts)
}

/** Returns the value of the nearest folder that has one, starting with the folder itself. */
function nearest<T>(byFolder: ReadonlyMap<string, T>, folder: string): T | undefined {
  return firstFound(foldersAbove(folder), (above) => byFolder.get(above))
}

function resolveRelative(
  rules: Rules,
  folder: string,
  specifier: string,
  configs: readonly CompilerConfig[],
  kinds: FileKinds,
): RepoPath | undefined {
  const path = joinPath(folder, specifier)
  if (path === undefined) return undefined
  const inRoots = firstFound(configs, ({ rootDirs = [] }) => resolveInRootDirs(rules, path, specifier, rootDirs, kinds))
  if (inRoots !== undefined) return inRoots
  return /(?:^|\/)\.{0,2}$/.test(specifier) ? probeFolder(rules, path, kinds) : probePath(rules, path, specifier, kinds)
}

/** Resolves a path in the `rootDirs` of a configuration, which act as one folder. */
function resolveInRootDirs(
  rules: Rules,
  path: string,
  specifier: string,
  rootDirs: readonly string[],
  kinds: FileKinds,
): RepoPath | undefined {
  const own = rootDirs
    .filter((root) => isInFolder(specifier.endsWith('/') ? `${path}/` : path, root))
    .sort((a, b) => b.length - a.length)[0]
  if (own === undefined) return undefined
  const rest = path.slice(own === '' ? 0 : own.length + 1)
  const roots = [own, ...rootDirs.filter((each) => each !== own)]
  return firstFound(roots, (root) => probePath(rules, joinPath(root, rest), specifier, kinds))
}

/** Finds a file, or the entry of a folder. A specifier that ends with a slash can only be a folder. */
function probePath(rules: Rules, path: string | undefined, specifier: string, kinds: FileKinds): RepoPath | undefined {
  if (path === undefined) return undefined
  const file = specifier.endsWith('/') ? undefined : probeFile(rules.index, path, kinds)
  return file ?? probeFolder(rules, path, kinds)
}

function probeFolder({ index, packages }: Rules, folder: string, kinds: FileKinds): RepoPath | undefined {
  const manifest = packages.at.get(folder)
  const main = manifest?.main
  const own = kinds === 'untyped' ? main : (manifest?.types ?? main)
  const entries = [own, ...(manifest?.otherEntries ?? [])].map((entry) => joinPath(folder, entry))
  const found = firstFound(entries, (path) => probeFile(index, path, kinds) ?? probeIndex(index, path, kinds))
  return found ?? probeIndex(index, folder, kinds)
}

function resolveByConfig(
  rules: Rules,
  config: CompilerConfig,
  specifier: string,
  kinds: FileKinds,
): RepoPath | undefined {
  const match = bestPattern(config.paths ?? [], specifier)
  const found = firstFound(match?.targets ?? [], (target) => {
    const path = target.replace('*', () => match?.rest ?? '')
    // A target with its own extension is tried as written first.
    const exact = /\.[cm]?[jt]sx?$/.test(target) ? rules.index.file(path) : undefined
    return exact ?? probePath(rules, path, path, kinds)
  })
  if (found !== undefined || specifier.startsWith('#')) return found
  return probePath(rules, joinPath(config.baseUrl, specifier), specifier, kinds)
}

/** A pattern without `*` wins, otherwise the one with the longest text before its `*`. */
function bestPattern(
  paths: NonNullable<CompilerConfig['paths']>,
  specifier: string,
): { readonly targets: readonly string[]; readonly rest: string } | undefined {
  let best: { targets: readonly string[]; rest: string; length: number } | undefined
  for (const [pattern, targets] of paths) {
    const star = pattern.indexOf('*')
    if (star === -1) {
      if (pattern === specifier) return { targets, rest: '' }
      continue
    }
    const [head, tail] = [pattern.slice(0, star), pattern.slice(star + 1)]
    const fits = specifier.length >= pattern.length - 1 && specifier.startsWith(head) && specifier.endsWith(tail)
    if (!fits || (best !== undefined && best.length >= head.length)) continue
    best = { targets, rest: specifier.slice(head.length, specifier.length - tail.length), length: head.length }
  }
  return best
}

function resolvePackage(
  rules: Rules,
  from: RepoPath,
  specifier: string,
  accepts: (condition: string) => boolean,
): RepoPath | undefined {
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? ''
  const subpath = `.${specifier.slice(name.length)}`
  const owner = nearest(rules.packages.at, folderOf(from))
  const found = findPackage(rules.index, rules.packages, from, owner, name)
  if (found === undefined) return undefined
  // A package's own name is looked up before installed packages, in a single pass over all kinds of files.
  const own =
    found === owner && found.exports !== undefined ? resolveTargets(rules, found, subpath, accepts, 'all') : undefined
  if (own !== undefined) return own
  const entry = firstFound(['typed', 'untyped'] as const, (kinds) => {
    if (found.exports !== undefined) return resolveTargets(rules, found, subpath, accepts, kinds)
    if (subpath === '.') return probeFolder(rules, found.folder, kinds)
    return probePath(rules, joinPath(found.folder, subpath), subpath, kinds)
  })
  return entry ?? sourceOf(rules.index, found, subpath, accepts)
}

/** Returns the first target of `exports` that is in the repository, under the importer's conditions. */
function resolveTargets(
  { index }: Rules,
  owner: PackageManifest,
  subpath: string,
  accepts: (condition: string) => boolean,
  kinds: FileKinds,
): RepoPath | undefined {
  return firstFound(matchExports(owner.exports, subpath, accepts), (target) =>
    target.startsWith('./') ? probeTarget(index, joinPath(owner.folder, target), kinds) : undefined,
  )
}

/** Resolves an entry of `imports` to a file of the package or to another package. */
function resolveInternal(
  rules: Rules,
  from: RepoPath,
  owner: PackageManifest,
  specifier: string,
  accepts: (condition: string) => boolean,
): RepoPath | undefined {
  return firstFound(matchExports(owner.imports, specifier, accepts), (target) => {
    if (target.startsWith('./')) return probeTarget(rules.index, joinPath(owner.folder, target), 'all')
    return /^[.#/]/.test(target) ? undefined : resolvePackage(rules, from, target, accepts)
  })
}

/**
 * Returns the source of an entry that is build output: the target of a condition that the importer may lack (`source`,
 * `development`, a name of the package's own), otherwise the file that it is conventionally built from. Returns
 * `undefined` if the entry is merely missing.
 */
function sourceOf(
  index: PathIndex,
  owner: PackageManifest,
  subpath: string,
  accepts: (condition: string) => boolean,
): RepoPath | undefined {
  const entries =
    owner.exports !== undefined
      ? matchExports(owner.exports, subpath, accepts)
      : subpath === '.'
        ? [owner.types, owner.main, ...owner.otherEntries].filter((entry) => entry !== undefined)
        : [subpath]
  const built = entries
    .flatMap((entry) => joinPath(owner.folder, entry) ?? [])
    .filter((path) => isBuilt(owner.folder, path))
  if (built.length === 0) return undefined
  const conditional = matchExports(owner.exports, subpath, (condition) => !OTHER_PLATFORMS.has(condition))
  const source = firstFound(conditional, (target) => index.file(joinPath(owner.folder, target)))
  return source ?? firstFound(built, (path) => builtFrom(index, owner.folder, path))
}

const OTHER_PLATFORMS: ReadonlySet<string> = new Set(
  'browser worker workerd deno bun react-native react-server edge edge-light electron netlify'.split(' '),
)

function conditionsOf(facts: ImportFacts, config: CompilerConfig | undefined): (condition: string) => boolean {
  const own = facts.form === 'require' ? 'require' : 'import'
  const known = new Set(['types', own, 'node', 'default', ...(config?.customConditions ?? [])])
  return (condition) => known.has(condition)
}

import { folderOf, foldersAbove, isInFolder, joinPath, type PathIndex } from '../path-index.ts'
import { builtFrom, isBuilt } from './built-from.ts'
import { matchExports } from './match-exports.ts'
import { type FileKinds, probeFile, probeIndex, probeTarget } from './probe-file.ts'
import { type Packages, readPackages } from './read-packages.ts'
import type { PackageManifest } from './package-manifest.ts'
import { type CompilerConfig, readTsconfigs } from './read-tsconfigs.ts'
import { findPackage } from './find-package.ts'
import type { ImportFacts } from '../../import-facts.ts'
import type { PrepareResolver } from '../resolver-input.ts'
import type { RepoPath } from '@chronicle/schema'

/**
 * Prepares the rules of Node and of TypeScript's `bundler` resolution: the compiler's order of extensions, `paths` of
 * the nearest configuration, `exports` and `imports` of packages in the repository.
 */
export const prepareJavaScript: PrepareResolver = async (index, readText) => {
  const packages = await readPackages(index, readText)
  const configs = await readTsconfigs(index, readText, packages)
  const rules: Rules = { index, packages, configs }
  return (from, facts) => {
    const found = resolveSpecifier(rules, from, facts)
    return found === undefined || found === from ? [] : [found]
  }
}

interface Rules {
  readonly index: PathIndex
  readonly packages: Packages
  readonly configs: ReadonlyMap<string, readonly CompilerConfig[]>
}

function resolveSpecifier(rules: Rules, from: RepoPath, facts: ImportFacts): RepoPath | undefined {
  // Bundlers take what follows a `?` as their own.
  const specifier = facts.specifier.replace(/(?<=.)\?.*$/, '')
  const folder = folderOf(from)
  if (facts.form === 'path') return rules.index.file(joinPath(folder, specifier))
  const configs = nearestConfigs(rules, folder)
  const kinds = facts.form === 'require' ? 'require' : 'all'
  if (/^\.{1,2}(?:\/|$)/.test(specifier)) return resolveRelative(rules, folder, specifier, configs, kinds)
  for (const config of configs) {
    const found = resolveByConfig(rules, config, specifier, kinds)
    if (found !== undefined) return found
  }
  if (/^(?:\/|[a-z][a-z+.-]*:)/i.test(specifier)) return undefined
  const accepts = conditionsOf(facts, configs[0])
  if (specifier.startsWith('#')) {
    const owner = nearestPackage(rules.packages, folder)
    return owner?.imports === undefined ? undefined : resolveInternal(rules, from, owner, specifier, accepts)
  }
  return resolvePackage(rules, from, specifier, accepts)
}

function nearestConfigs({ configs }: Rules, folder: string): readonly CompilerConfig[] {
  for (const above of foldersAbove(folder)) {
    const found = configs.get(above)
    if (found !== undefined) return found
  }
  return []
}

function nearestPackage({ at }: Packages, folder: string): PackageManifest | undefined {
  for (const above of foldersAbove(folder)) {
    const found = at.get(above)
    if (found !== undefined) return found
  }
  return undefined
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
  for (const { rootDirs } of configs) {
    const found = rootDirs === undefined ? undefined : resolveInRootDirs(rules, path, specifier, rootDirs, kinds)
    if (found !== undefined) return found
  }
  return /(?:^|\/)\.{0,2}$/.test(specifier) ? probeFolder(rules, path, kinds) : probePath(rules, path, specifier, kinds)
}

/** Folders that one configuration lists as `rootDirs` are one folder. */
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
  for (const root of [own, ...rootDirs.filter((each) => each !== own)]) {
    const there = joinPath(root, rest)
    const found = there === undefined ? undefined : probePath(rules, there, specifier, kinds)
    if (found !== undefined) return found
  }
  return undefined
}

/** A file, or the entry of a folder. A specifier that ends with a slash stands for a folder only. */
function probePath(rules: Rules, path: string, specifier: string, kinds: FileKinds): RepoPath | undefined {
  const file = specifier.endsWith('/') ? undefined : probeFile(rules.index, path, kinds)
  return file ?? probeFolder(rules, path, kinds)
}

function probeFolder({ index, packages }: Rules, folder: string, kinds: FileKinds): RepoPath | undefined {
  const manifest = packages.at.get(folder)
  const main = manifest?.main
  const own = kinds === 'untyped' ? main : (manifest?.types ?? main)
  for (const entry of [own, ...(manifest?.otherEntries ?? [])]) {
    const path = entry === undefined ? undefined : joinPath(folder, entry)
    const found = path === undefined ? undefined : (probeFile(index, path, kinds) ?? probeIndex(index, path, kinds))
    if (found !== undefined) return found
  }
  return probeIndex(index, folder, kinds)
}

function resolveByConfig(
  rules: Rules,
  config: CompilerConfig,
  specifier: string,
  kinds: FileKinds,
): RepoPath | undefined {
  const match = bestPattern(config.paths ?? [], specifier)
  for (const target of match?.targets ?? []) {
    const path = target.replace('*', () => match?.rest ?? '')
    // A target with an extension of its own is taken as it is written.
    const exact = /\.[cm]?[jt]sx?$/.test(target) ? rules.index.file(path) : undefined
    const found = exact ?? probePath(rules, path, path, kinds)
    if (found !== undefined) return found
  }
  if (config.baseUrl === undefined || specifier.startsWith('#')) return undefined
  const path = joinPath(config.baseUrl, specifier)
  return path === undefined ? undefined : probePath(rules, path, specifier, kinds)
}

/** A pattern without `*` wins, then the one with the longest text before it. */
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
  const owner = nearestPackage(rules.packages, folderOf(from))
  const found = findPackage(rules.index, rules.packages, from, owner, name)
  if (found === undefined) return undefined
  const { index } = rules
  // A package's own name is looked up before what is installed, and once for all kinds of files.
  const own =
    found === owner && found.exports !== undefined ? resolveTargets(rules, found, subpath, accepts, 'all') : undefined
  if (own !== undefined) return own
  for (const kinds of ['typed', 'untyped'] as const) {
    const path = joinPath(found.folder, subpath)
    const entry =
      found.exports !== undefined
        ? resolveTargets(rules, found, subpath, accepts, kinds)
        : subpath === '.'
          ? probeFolder(rules, found.folder, kinds)
          : path === undefined
            ? undefined
            : probePath(rules, path, subpath, kinds)
    if (entry !== undefined) return entry
  }
  return sourceOf(index, found, subpath, accepts)
}

/** The first target of `exports` that is in the repository, under the conditions that the importer has. */
function resolveTargets(
  { index }: Rules,
  owner: PackageManifest,
  subpath: string,
  accepts: (condition: string) => boolean,
  kinds: FileKinds,
): RepoPath | undefined {
  for (const target of matchExports(owner.exports, subpath, accepts)) {
    const found = target.startsWith('./') ? probeTarget(index, joinPath(owner.folder, target), kinds) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** What an entry of `imports` leads to: a file of the package, or another package. */
function resolveInternal(
  rules: Rules,
  from: RepoPath,
  owner: PackageManifest,
  specifier: string,
  accepts: (condition: string) => boolean,
): RepoPath | undefined {
  for (const target of matchExports(owner.imports, specifier, accepts)) {
    const found = target.startsWith('./')
      ? probeTarget(rules.index, joinPath(owner.folder, target), 'all')
      : /^[.#/]/.test(target)
        ? undefined
        : resolvePackage(rules, from, target, accepts)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * The source of an entry that is built: what a condition that the importer may not have leads to (`source`,
 * `development`, a name of the package's own), else what the entry is built from by custom. Nothing where an entry is
 * only missing.
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
  for (const target of matchExports(owner.exports, subpath, (condition) => !OTHER_PLATFORMS.has(condition))) {
    const found = index.file(joinPath(owner.folder, target))
    if (found !== undefined) return found
  }
  return built.map((path) => builtFrom(index, owner.folder, path)).find((found) => found !== undefined)
}

const OTHER_PLATFORMS: ReadonlySet<string> = new Set(
  'browser worker workerd deno bun react-native react-server edge edge-light electron netlify'.split(' '),
)

function conditionsOf(facts: ImportFacts, config: CompilerConfig | undefined): (condition: string) => boolean {
  const own = facts.form === 'require' ? 'require' : 'import'
  const known = new Set(['types', own, 'node', 'default', ...(config?.customConditions ?? [])])
  return (condition) => known.has(condition)
}

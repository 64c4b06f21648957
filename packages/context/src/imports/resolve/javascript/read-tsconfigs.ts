import { folderOf, joinPath, type PathIndex } from '../path-index.ts'
import { type ReadText, readConfigs } from '../resolver-input.ts'
import { parseJsonObject, strings, text } from './read-json.ts'
import type { Packages } from './read-packages.ts'
import { ok, safeTry, isJsonObject, type RepoPath, type ResultAsync, type JsonObject } from '@chronicle/schema'
import type { ContextError } from '../../../context-error.ts'

/** The resolution settings of a tsconfig.json or jsconfig.json, including those it extends. */
export interface CompilerConfig {
  /** Folder of the repository in which bare names are looked up. */
  readonly baseUrl?: string
  /** Patterns with their target paths in the repository. Each has at most one `*`. */
  readonly paths?: readonly (readonly [pattern: string, targets: readonly string[]])[]
  readonly rootDirs?: readonly string[]
  readonly customConditions?: readonly string[]
  /** Paths of the referenced projects. */
  readonly references?: readonly RepoPath[]
}

/**
 * Reads the configurations named `tsconfig.json` and `jsconfig.json`, by folder, each with the projects it references.
 */
export function readTsconfigs(
  index: PathIndex,
  readText: ReadText,
  packages: Packages,
): ResultAsync<ReadonlyMap<string, readonly CompilerConfig[]>, ContextError> {
  return readAll(index, readText, packages).map((files) => configsByFolder(index, packages, files))
}

function configsByFolder(
  index: PathIndex,
  packages: Packages,
  files: ConfigFiles,
): ReadonlyMap<string, readonly CompilerConfig[]> {
  const configOf = (path: RepoPath): CompilerConfig => toCompilerConfig(merge(index, packages, files, path, path, []))
  const byFolder = new Map<string, readonly CompilerConfig[]>()
  // If a folder has both, the compiler uses the tsconfig.json.
  for (const path of [...index.named('jsconfig.json'), ...index.named('tsconfig.json')]) {
    const config = configOf(path)
    byFolder.set(folderOf(path), [config, ...(config.references ?? []).map(configOf)])
  }
  return byFolder
}

const CONFIG_FOLDER = '${configDir}'

type ConfigFiles = ReadonlyMap<RepoPath, JsonObject>

/**
 * Reads all configurations. An extended file may have any name, so each round reads the files that the previous round
 * mentions.
 */
function readAll(index: PathIndex, readText: ReadText, packages: Packages): ResultAsync<ConfigFiles, ContextError> {
  return safeTry(async function* () {
    const files = new Map<RepoPath, JsonObject>()
    const asked = new Set<RepoPath>()
    let wanted = index.paths.filter((path) => /(?:^|\/)[tj]sconfig[^/]*\.json$/.test(path))
    while (wanted.length > 0) {
      for (const path of wanted) asked.add(path)
      const read = yield* readConfigs(wanted, readText, parseJsonObject)
      for (const [path, config] of read) files.set(path, config)
      const mentioned = Array.from(read).flatMap(([path, config]) => extendedConfigs(index, packages, path, config))
      wanted = [...new Set(mentioned)].filter((path) => !asked.has(path))
    }
    return ok(files)
  })
}

/** A configuration whose `paths` are still relative, because their base is known only after the merge. */
interface MergedConfig extends Omit<CompilerConfig, 'paths'> {
  readonly rawPaths?: JsonObject
  readonly pathsFolder?: string
  /** The value of `${configDir}`. */
  readonly configFolder?: string
}

function merge(
  index: PathIndex,
  packages: Packages,
  files: ConfigFiles,
  path: RepoPath,
  root: RepoPath,
  seen: readonly RepoPath[],
): MergedConfig {
  const config = files.get(path)
  if (config === undefined || seen.includes(path)) return {}
  const bases = extendedConfigs(index, packages, path, config).map((base) =>
    merge(index, packages, files, base, root, [...seen, path]),
  )
  const { references: _ofBases, ...inherited } = bases.reduce<MergedConfig>((all, base) => ({ ...all, ...base }), {})
  return { ...inherited, ...ownConfig(index, config, path, root) }
}

function ownConfig(index: PathIndex, config: JsonObject, path: RepoPath, root: RepoPath): MergedConfig {
  const options = isJsonObject(config['compilerOptions']) ? config['compilerOptions'] : {}
  const folder = folderOf(path)
  const inRepository = (value: string): string | undefined =>
    value.startsWith(CONFIG_FOLDER)
      ? joinPath(folderOf(root), value.slice(CONFIG_FOLDER.length))
      : joinPath(folder, value)
  const baseUrl = text(options['baseUrl'])
  const base = baseUrl === undefined ? undefined : inRepository(baseUrl)
  const references = (Array.isArray(config['references']) ? config['references'] : []).flatMap((item: unknown) => {
    const target = isJsonObject(item) ? text(item['path']) : undefined
    const at = joinPath(folder, target)
    return index.file(at) ?? index.file(joinPath(at, 'tsconfig.json')) ?? []
  })
  return {
    ...(base !== undefined && { baseUrl: base }),
    ...(isJsonObject(options['paths']) && {
      rawPaths: options['paths'],
      pathsFolder: folder,
      configFolder: folderOf(root),
    }),
    ...(Array.isArray(options['rootDirs']) && {
      rootDirs: strings(options['rootDirs']).flatMap((value) => inRepository(value) ?? []),
    }),
    ...(Array.isArray(options['customConditions']) && { customConditions: strings(options['customConditions']) }),
    ...(references.length > 0 && { references }),
  }
}

function toCompilerConfig({ rawPaths, pathsFolder, configFolder = '', ...config }: MergedConfig): CompilerConfig {
  const base = config.baseUrl ?? pathsFolder
  if (rawPaths === undefined || base === undefined) return config
  const paths = Object.entries(rawPaths).map(
    ([pattern, targets]) =>
      [
        pattern,
        strings(targets).flatMap((target) => {
          const own = target.startsWith(CONFIG_FOLDER)
          return joinPath(own ? configFolder : base, own ? target.slice(CONFIG_FOLDER.length) : target) ?? []
        }),
      ] as const,
  )
  return { ...config, paths }
}

/** Returns the configurations that this one extends, in order: later ones take precedence. */
function extendedConfigs(
  index: PathIndex,
  packages: Packages,
  path: RepoPath,
  config: JsonObject,
): readonly RepoPath[] {
  const { extends: bases } = config
  return (typeof bases === 'string' ? [bases] : strings(bases)).flatMap((base) => {
    const at = /^\.{1,2}(?:\/|$)/.test(base) ? joinPath(folderOf(path), base) : inPackage(packages, base)
    if (at === undefined) return []
    return index.file(at) ?? index.file(`${at}.json`) ?? index.file(joinPath(at, 'tsconfig.json')) ?? []
  })
}

/** Resolves `@scope/name/file` in a package of the repository. */
function inPackage({ named }: Packages, specifier: string): string | undefined {
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? ''
  const [only, ...more] = named.get(name) ?? []
  return only === undefined || more.length > 0 ? undefined : joinPath(only.folder, specifier.slice(name.length))
}

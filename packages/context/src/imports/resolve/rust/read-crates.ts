import { parse } from 'smol-toml'
import { text } from '../javascript/read-json.ts'
import { firstFound } from '../first-found.ts'
import { folderOf, foldersAbove, joinPath, type PathIndex } from '../path-index.ts'
import { type ReadText, readConfigs } from '../resolver-input.ts'
import { fromThrowable, isJsonObject, type RepoPath, type ResultAsync, type JsonObject } from '@chronicle/schema'
import type { ContextError } from '../../../context-error.ts'

/** A Cargo package. */
export interface RustPackage {
  readonly folder: string
  /** 2015 if the manifest does not specify it. */
  readonly edition: number
  /** Root file of the library, and the name by which other packages import it. */
  readonly library?: { readonly root: RepoPath; readonly name: string }
  /** Root files of all its crates: library, binaries, tests, examples, benchmarks, build script. */
  readonly roots: ReadonlySet<RepoPath>
  /** Root files of the libraries of the repository that it depends on, by the name under which it imports them. */
  readonly dependencies: ReadonlyMap<string, RepoPath>
}

/** Reads the Cargo.toml files, innermost package first. */
export function readCrates(index: PathIndex, readText: ReadText): ResultAsync<readonly RustPackage[], ContextError> {
  return readConfigs(index.named('Cargo.toml'), readText, parseManifest).map((files) => packagesOf(index, files))
}

function packagesOf(index: PathIndex, files: ReadonlyMap<RepoPath, JsonObject>): readonly RustPackage[] {
  const byFolder = new Map(Array.from(files, ([path, manifest]) => [folderOf(path), manifest] as const))
  return Array.from(byFolder)
    .filter(([, manifest]) => isJsonObject(manifest['package']))
    .map(([folder, manifest]) => {
      const library = libraryOf(index, folder, manifest)
      return {
        folder,
        edition: Number(text(setting(byFolder, folder, manifest, 'edition')) ?? 2015),
        ...(library !== undefined && { library }),
        roots: new Set([...(library === undefined ? [] : [library.root]), ...otherRoots(index, folder, manifest)]),
        dependencies: new Map(dependenciesOf(index, byFolder, folder, manifest)),
      }
    })
    .sort((a, b) => b.folder.length - a.folder.length)
}

type Manifests = ReadonlyMap<string, JsonObject>

function parseManifest(content: string): JsonObject | undefined {
  // Cargo rejects a manifest that cannot be parsed, too, so its crates are unknown.
  return fromThrowable(parse)(content).unwrapOr(undefined)
}

function part(value: unknown, key: string): JsonObject {
  const found = isJsonObject(value) ? value[key] : undefined
  return isJsonObject(found) ? found : {}
}

function setting(manifests: Manifests, folder: string, manifest: JsonObject, key: string): unknown {
  const value = part(manifest, 'package')[key]
  return isJsonObject(value) && value['workspace'] === true
    ? part(workspaceOf(manifests, folder)?.[1], 'package')[key]
    : value
}

function workspaceOf(
  manifests: Manifests,
  folder: string,
): readonly [folder: string, workspace: JsonObject] | undefined {
  return firstFound(foldersAbove(folder), (above) => {
    const workspace = manifests.get(above)?.['workspace']
    return isJsonObject(workspace) ? ([above, workspace] as const) : undefined
  })
}

function libraryOf(
  index: PathIndex,
  folder: string,
  manifest: JsonObject,
): { readonly root: RepoPath; readonly name: string } | undefined {
  const library = part(manifest, 'lib')
  const root = index.file(joinPath(folder, text(library['path']) ?? 'src/lib.rs'))
  const name = text(library['name']) ?? text(part(manifest, 'package')['name'])
  return root === undefined || name === undefined ? undefined : { root, name: crateName(name) }
}

/** Returns the root files that Cargo discovers in these folders, and those with a `path`. */
function otherRoots(index: PathIndex, folder: string, manifest: JsonObject): readonly RepoPath[] {
  const build = text(part(manifest, 'package')['build']) ?? 'build.rs'
  const named = ['bin', 'test', 'example', 'bench'].flatMap((kind) => {
    const targets = manifest[kind]
    return (Array.isArray(targets) ? targets : []).flatMap((target: unknown) =>
      isJsonObject(target) ? (text(target['path']) ?? []) : [],
    )
  })
  const fixed = ['src/main.rs', build, ...named].flatMap((path) => index.file(joinPath(folder, path)) ?? [])
  const found = ['src/bin', 'tests', 'examples', 'benches'].flatMap((name) => {
    const inside = joinPath(folder, name) ?? name
    const mains = index.named('main.rs').filter((path) => folderOf(folderOf(path)) === inside)
    return [...index.filesIn(inside).filter((path) => path.endsWith('.rs')), ...mains]
  })
  return [...fixed, ...found]
}

function* dependenciesOf(
  index: PathIndex,
  manifests: Manifests,
  folder: string,
  manifest: JsonObject,
): Generator<readonly [string, RepoPath]> {
  const tables = [manifest, ...Object.values(part(manifest, 'target'))].flatMap((table) =>
    ['dependencies', 'dev-dependencies', 'build-dependencies'].map((kind) => part(table, kind)),
  )
  for (const [key, value] of tables.flatMap((table) => Object.entries(table))) {
    const shared = isJsonObject(value) && value['workspace'] === true ? workspaceOf(manifests, folder) : undefined
    const [base, entry] = shared === undefined ? [folder, value] : [shared[0], part(shared[1], 'dependencies')[key]]
    const path = isJsonObject(entry) ? text(entry['path']) : undefined
    const target = joinPath(base, path)
    const found = target === undefined ? undefined : manifests.get(target)
    const library = target === undefined || found === undefined ? undefined : libraryOf(index, target, found)
    if (library === undefined) continue
    const renamed = isJsonObject(entry) && entry['package'] !== undefined
    yield [renamed ? crateName(key) : library.name, library.root]
  }
}

function crateName(name: string): string {
  return name.replaceAll('-', '_')
}

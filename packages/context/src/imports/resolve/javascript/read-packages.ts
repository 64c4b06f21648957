import { groupBy, ok, safeTry, isJsonObject, type ResultAsync, type JsonObject } from '@chronicle/schema'
import type { ContextError } from '../../../context-error.ts'
import { folderOf, type PathIndex } from '../path-index.ts'
import { type ReadText, readConfigs } from '../resolver-input.ts'
import { parseJsonObject, strings, text } from './read-json.ts'
import { workspaceMembers } from './workspace-members.ts'
import type { PackageManifest } from './package-manifest.ts'

/** The packages of a repository. */
export interface Packages {
  /** Packages by folder. */
  readonly at: ReadonlyMap<string, PackageManifest>
  /** Packages by name. Those without a name are under `undefined`. */
  readonly named: ReadonlyMap<string | undefined, readonly PackageManifest[]>
  /** Folders of the packages that a workspace lists. */
  readonly members: ReadonlySet<string>
}

/** Reads the package.json files and the workspace lists. */
export function readPackages(index: PathIndex, readText: ReadText): ResultAsync<Packages, ContextError> {
  return safeTry(async function* () {
    const manifests = yield* readConfigs(index.named('package.json'), readText, (content, path) => {
      const json = parseJsonObject(content)
      return json === undefined ? undefined : manifestOf(json, folderOf(path))
    })
    const at = new Map(Array.from(manifests.values(), (manifest) => [manifest.folder, manifest] as const))
    const named = groupBy(at.values(), ({ name }) => name)
    return ok({ at, named, members: yield* workspaceMembers(index, readText, at) })
  })
}

const DEPENDENCY_KINDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']

function manifestOf(json: JsonObject, folder: string): PackageManifest {
  const { workspaces } = json
  return {
    folder,
    name: text(json['name']),
    types: text(json['types']) ?? text(json['typings']),
    main: text(json['main']),
    otherEntries: ['source', 'module'].flatMap((key) => text(json[key]) ?? []),
    exports: json['exports'] ?? undefined,
    imports: isJsonObject(json['imports']) ? json['imports'] : undefined,
    workspaces: strings(isJsonObject(workspaces) ? workspaces['packages'] : workspaces),
    dependencies: new Map(
      DEPENDENCY_KINDS.flatMap((kind) => {
        const listed = json[kind]
        return isJsonObject(listed)
          ? Object.entries(listed).map(([name, range]) => [name, text(range) ?? ''] as const)
          : []
      }),
    ),
  }
}

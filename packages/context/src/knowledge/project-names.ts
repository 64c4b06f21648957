import type { CallOptions } from '@chronicle/core/contracts'
import { fromThrowable, isJsonObject, type ResultAsync, type JsonObject } from '@chronicle/schema'
import { parse } from 'smol-toml'
import type { ContextError } from '../context-error.ts'
import { parseJsonObject, text } from '../imports/resolve/javascript/read-json.ts'
import { splitIdentifier } from '../words/split-identifier.ts'
import type { KnowledgeSnapshot } from './knowledge-snapshot.ts'

/** Maximum length of a name, in characters. People do not say longer ones as words. */
const MAX_NAME_LENGTH = 64

/**
 * Returns the one-word names of a repository and its commands in lower case, from the manifests at its root. Manifests
 * without a name or that cannot be parsed add none. A name that is also the folder name of a package is omitted.
 */
export function projectNames(
  snapshot: Pick<KnowledgeSnapshot, 'paths' | 'texts'>,
  call: CallOptions = {},
): ResultAsync<ReadonlySet<string>, ContextError> {
  const present = snapshot.paths.filter((path) => NAMES_IN.has(path))
  return snapshot.texts(present, call).map((texts) => {
    const names = [...texts].flatMap(([path, content]) => NAMES_IN.get(path)?.(content) ?? [])
    const ofPackages = packageFolders(snapshot.paths)
    const found = names.filter(isOneWord).map((name) => name.toLowerCase())
    return new Set(found.filter((name) => !ofPackages.has(name)))
  })
}

type FindNames = (content: string) => readonly (string | undefined)[]

const NAMES_IN: ReadonlyMap<string, FindNames> = new Map<string, FindNames>([
  ['package.json', (content) => ofJson(content)],
  ['composer.json', (content) => ofJson(content)],
  ['Cargo.toml', (content) => ofCargo(tomlOf(content))],
  ['pyproject.toml', (content) => ofPython(tomlOf(content))],
  ['setup.cfg', (content) => [/^name\s*=\s*(\S+)\s*$/m.exec(content)?.[1]]],
  ['setup.py', (content) => [/\bname\s*=\s*["']([^"'\n]+)["']/.exec(content)?.[1]]],
  // https://go.dev/ref/mod#module-path: a major version is not part of the name.
  ['go.mod', (content) => [/^module\s+\S*?([^/\s]+?)(?:\/v\d+|\.v\d+)?\s*$/m.exec(content)?.[1]]],
])

/** Returns the names of folders that have their own manifest. */
function packageFolders(paths: readonly string[]): ReadonlySet<string> {
  return new Set(
    paths.flatMap((path) => {
      const end = path.lastIndexOf('/')
      const isManifest = end > 0 && NAMES_IN.has(path.slice(end + 1))
      return isManifest ? path.slice(path.lastIndexOf('/', end - 1) + 1, end).toLowerCase() : []
    }),
  )
}

/** Returns the package name without its scope or vendor, and the command names. */
function ofJson(content: string): readonly (string | undefined)[] {
  const { bin, name } = parseJsonObject(content) ?? {}
  return [text(name)?.split('/').at(-1), ...namesOf(bin)]
}

function ofCargo(manifest: JsonObject): readonly (string | undefined)[] {
  const binaries = manifest['bin']
  return [manifest['package'], ...(Array.isArray(binaries) ? (binaries as readonly unknown[]) : [])].map((part) =>
    isJsonObject(part) ? text(part['name']) : undefined,
  )
}

function ofPython({ project, tool }: JsonObject): readonly (string | undefined)[] {
  const poetry = isJsonObject(tool) ? tool['poetry'] : undefined
  return [project, poetry].flatMap((part) =>
    isJsonObject(part) ? [text(part['name']), ...namesOf(part['scripts'])] : [],
  )
}

function tomlOf(content: string): JsonObject {
  return fromThrowable(parse)(content).unwrapOr({})
}

function namesOf(value: unknown): readonly string[] {
  return isJsonObject(value) ? Object.keys(value) : []
}

/** A task that uses a name of several words usually means those words, not the project. */
function isOneWord(name: string | undefined): name is string {
  return (
    name !== undefined &&
    name.length <= MAX_NAME_LENGTH &&
    /^\p{L}[\p{L}\p{N}]*$/u.test(name) &&
    splitIdentifier(name).length === 1
  )
}

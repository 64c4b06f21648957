import type { CallOptions } from '@chronicle/core/contracts'
import { fromThrowable, type ResultAsync } from '@chronicle/schema'
import { parse } from 'smol-toml'
import type { ContextError } from '../context-error.ts'
import { isObject, parseJsonObject, text, type JsonObject } from '../imports/resolve/javascript/read-json.ts'
import { splitIdentifier } from '../words/split-identifier.ts'
import type { KnowledgeSnapshot } from './knowledge-snapshot.ts'

/** Characters of a name at most; what is longer is no word that people say. */
const MAX_NAME_LENGTH = 64

/**
 * The names of one word that a repository gives itself and its commands, in lower case: by the manifests at its top. None
 * where they say nothing, or cannot be parsed; and not the name that one of its packages has too.
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
  // https://go.dev/ref/mod#module-path: a major version is no part of the name.
  ['go.mod', (content) => [/^module\s+\S*?([^/\s]+?)(?:\/v\d+|\.v\d+)?\s*$/m.exec(content)?.[1]]],
])

/** What the folders are called that have a manifest of their own. */
function packageFolders(paths: readonly string[]): ReadonlySet<string> {
  return new Set(
    paths.flatMap((path) => {
      const end = path.lastIndexOf('/')
      const isManifest = end > 0 && NAMES_IN.has(path.slice(end + 1))
      return isManifest ? path.slice(path.lastIndexOf('/', end - 1) + 1, end).toLowerCase() : []
    }),
  )
}

/** The name without its scope or vendor, and those of the commands. */
function ofJson(content: string): readonly (string | undefined)[] {
  const { bin, name } = parseJsonObject(content) ?? {}
  return [text(name)?.split('/').at(-1), ...namesOf(bin)]
}

function ofCargo(manifest: JsonObject): readonly (string | undefined)[] {
  const binaries = manifest['bin']
  return [manifest['package'], ...(Array.isArray(binaries) ? (binaries as readonly unknown[]) : [])].map((part) =>
    isObject(part) ? text(part['name']) : undefined,
  )
}

function ofPython({ project, tool }: JsonObject): readonly (string | undefined)[] {
  const poetry = isObject(tool) ? tool['poetry'] : undefined
  return [project, poetry].flatMap((part) => (isObject(part) ? [text(part['name']), ...namesOf(part['scripts'])] : []))
}

function tomlOf(content: string): JsonObject {
  return fromThrowable(parse)(content).unwrapOr({})
}

function namesOf(value: unknown): readonly string[] {
  return isObject(value) ? Object.keys(value) : []
}

/** A name of several words is said for what these words mean. */
function isOneWord(name: string | undefined): name is string {
  return (
    name !== undefined &&
    name.length <= MAX_NAME_LENGTH &&
    /^\p{L}[\p{L}\p{N}]*$/u.test(name) &&
    splitIdentifier(name).length === 1
  )
}

import { posix } from 'node:path'
import {
  formatPlace,
  ok,
  parsePlace,
  safeTry,
  isJsonObject,
  type CommitId,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import type { CallOptions, GitBackend, GitError } from '@chronicle/core/contracts'

/**
 * Returns the document with its paths relative to the top of the repository. As in `read`, a path that names no file
 * there at the commit, but one relative to the current folder, is resolved from that folder.
 *
 * Parts that do not have the documented shape are left unchanged; they are validated elsewhere.
 */
export function resolveInputPaths(
  input: unknown,
  { git, prefix, call }: { readonly git: GitBackend; readonly prefix: string; readonly call: CallOptions },
): ResultAsync<unknown, GitError> {
  return safeTry(async function* () {
    if (prefix === '' || !isJsonObject(input)) return ok(input)
    const commit = yield* git.resolve(typeof input['commit'] === 'string' ? input['commit'] : 'HEAD', call)
    if (commit === undefined) return ok(input)
    const found = await fromFolder(pathsIn(input), commit, { git, prefix, call })
    return found.map((paths) => withPaths(input, (path) => paths.get(path) ?? path))
  })
}

type Json = Readonly<Record<string, unknown>>

/** Returns the paths to resolve from the current folder, each with its path from the top. */
function fromFolder(
  paths: ReadonlySet<string>,
  commit: CommitId,
  { git, prefix, call }: { readonly git: GitBackend; readonly prefix: string; readonly call: CallOptions },
): ResultAsync<ReadonlyMap<string, string>, GitError> {
  return safeTry(async function* () {
    const found = new Map<string, string>()
    for (const path of paths) {
      const below = posix.join(prefix, path)
      if (path === '' || posix.isAbsolute(path) || below.startsWith('../')) continue
      const atTop = yield* git.readFile({ commit }, path as RepoPath, call)
      if (atTop !== undefined) continue
      const here = yield* git.readFile({ commit }, below as RepoPath, call)
      if (here !== undefined) found.set(path, below)
    }
    return ok(found)
  })
}

function pathsIn(input: Json): ReadonlySet<string> {
  const paths = new Set<string>()
  withPaths(input, (path) => {
    paths.add(path)
    return path
  })
  return paths
}

/** Replaces every path of the document. */
function withPaths(input: Json, change: (path: string) => string): Json {
  const inFile = (entry: Json): Json =>
    typeof entry['file'] === 'string' ? { ...entry, file: change(entry['file']) } : entry
  const inRegion = (region: Json): Json => each(inFile(region), 'semantic_dependencies', inFile)
  const inPlace = (place: string): string => {
    const parsed = parsePlace(place)
    const file = change(parsed.file)
    return file === parsed.file ? place : formatPlace({ ...parsed, file })
  }
  const inConcern = (concern: Json): Json => {
    const { regions } = concern
    if (!Array.isArray(regions)) return concern
    const places = regions as readonly unknown[]
    const changed = places.map((one) =>
      typeof one === 'string' ? inPlace(one) : isJsonObject(one) ? inFile(one) : one,
    )
    return { ...concern, regions: changed }
  }
  return each(each(input, 'regions', inRegion), 'cross_cutting', inConcern)
}

function each(value: Json, key: string, change: (entry: Json) => Json): Json {
  const list = value[key]
  if (!Array.isArray(list)) return value
  return { ...value, [key]: list.map((entry: unknown) => (isJsonObject(entry) ? change(entry) : entry)) }
}

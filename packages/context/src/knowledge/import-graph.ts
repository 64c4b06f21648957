import type { CallOptions } from '@chronicle/core/contracts'
import { ok, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import { importTerm } from '../facts/count-terms.ts'
import { guarded } from '../failure.ts'
import type { KnowledgeSnapshot } from './knowledge-snapshot.ts'

/** Which files import which, within one state. */
export interface ImportGraph {
  /** Files that each file imports, in the order of its statements. */
  importsOf(
    paths: readonly RepoPath[],
    call?: CallOptions,
  ): ResultAsync<ReadonlyMap<RepoPath, readonly RepoPath[]>, ContextError>
  /** Files that import each file, in byte order. */
  importersOf(
    paths: readonly RepoPath[],
    call?: CallOptions,
  ): ResultAsync<ReadonlyMap<RepoPath, readonly RepoPath[]>, ContextError>
}

/** Files whose statements are looked at for one file: more mention names like its. */
const MAX_CANDIDATES = 400
/** Names of files that stand for their folder. */
const FOLDER_FILES = /^(?:index|__init__|mod|lib|main|package|doc)$/

/** Makes the import graph of a state. Edges are resolved for the files that are asked about, and kept. */
export function createImportGraph(snapshot: KnowledgeSnapshot): ImportGraph {
  const kept = new Map<RepoPath, readonly RepoPath[]>()
  const importsOf: ImportGraph['importsOf'] = (paths, call = {}) =>
    guarded(async function* () {
      const unknown = paths.filter((path) => !kept.has(path))
      if (unknown.length > 0) {
        const resolve = yield* snapshot.importResolver(call)
        const statements = yield* snapshot.imports(unknown, call)
        for (const path of unknown) {
          const targets = (statements.get(path) ?? []).flatMap((statement) => resolve(path, statement))
          kept.set(
            path,
            [...new Set(targets)].filter((target) => target !== path),
          )
        }
      }
      return ok(new Map(paths.map((path) => [path, kept.get(path) ?? []])))
    })
  const importersOf: ImportGraph['importersOf'] = (paths, call = {}) =>
    guarded(async function* () {
      const terms = new Map(paths.map((path) => [path, moduleNames(path).map(importTerm)]))
      const postings = yield* snapshot.postings([...new Set([...terms.values()].flat())], call)
      const candidates = new Map(
        [...terms].map(([path, names]) => {
          const found = names.flatMap((name) => (postings.get(name) ?? []).map(({ file }) => file.path))
          return [path, [...new Set(found)].filter((other) => other !== path).slice(0, MAX_CANDIDATES)]
        }),
      )
      const edges = yield* importsOf([...new Set([...candidates.values()].flat())], call)
      return ok(
        new Map(
          [...candidates].map(([path, others]) => [
            path,
            others.filter((other) => edges.get(other)?.includes(path) === true).sort(),
          ]),
        ),
      )
    })
  return { importsOf, importersOf }
}

/** Names under which a file may be imported: its own without extension, its folder's where it stands for that. */
function moduleNames(path: string): readonly string[] {
  const parts = path.split('/')
  const stem = (parts.at(-1) ?? '').replace(/(?:\.d)?\.\w+$/, '')
  const folder = parts.at(-2)
  // A package of Go is its folder.
  const names = FOLDER_FILES.test(stem) || path.endsWith('.go') ? [folder, stem] : [stem]
  return names.filter((name) => name !== undefined)
}

import type { CallOptions } from '@chronicle/core/contracts'
import { ok, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import { importTerm } from '../facts/count-terms.ts'
import { catchDefectsOf } from '../failure.ts'
import type { KnowledgeSnapshot } from './knowledge-snapshot.ts'

/** The import relations between the files of one state. */
export interface ImportGraph {
  /** Returns the files that each file imports, in the order of its statements. */
  importsOf(
    paths: readonly RepoPath[],
    call?: CallOptions,
  ): ResultAsync<ReadonlyMap<RepoPath, readonly RepoPath[]>, ContextError>
  /** Returns the files that import each file, in byte order. */
  importersOf(
    paths: readonly RepoPath[],
    call?: CallOptions,
  ): ResultAsync<ReadonlyMap<RepoPath, readonly RepoPath[]>, ContextError>
}

/**
 * Maximum number of files whose import statements are checked for one file. More files may mention a name like its own.
 */
const MAX_CANDIDATES = 400
/** File names that represent their folder. */
const FOLDER_FILES = /^(?:index|__init__|mod|lib|main|package|doc)$/

/** Creates the import graph of a state. Edges are resolved on demand and cached. */
export function createImportGraph(snapshot: KnowledgeSnapshot): ImportGraph {
  const kept = new Map<RepoPath, readonly RepoPath[]>()
  const importsOf: ImportGraph['importsOf'] = (paths, call = {}) =>
    catchDefectsOf(async function* () {
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
    catchDefectsOf(async function* () {
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

/**
 * Returns the names under which a file may be imported: its own without extension, and its folder's if it represents
 * the folder.
 */
function moduleNames(path: string): readonly string[] {
  const parts = path.split('/')
  const stem = (parts.at(-1) ?? '').replace(/(?:\.d)?\.\w+$/, '')
  const folder = parts.at(-2)
  // A Go package is its folder.
  const names = FOLDER_FILES.test(stem) || path.endsWith('.go') ? [folder, stem] : [stem]
  return names.filter((name) => name !== undefined)
}

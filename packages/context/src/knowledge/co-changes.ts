import type { CallOptions } from '@chronicle/core/contracts'
import { ok, safeTry, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import type { KnowledgeSnapshot } from './knowledge-snapshot.ts'
import { pathTerm } from './index-commits.ts'

/** Maximum number of commits read for each file, newest first. */
const MAX_COMMITS = 200

/** The files that changed together with another file. */
export interface CoChanges {
  /** Number of commits that changed the file. */
  readonly commits: number
  /**
   * By path: the number of those commits that also changed that file, and their weighted sum, where a commit counts as
   * one divided by the number of its other existing files.
   */
  readonly files: ReadonlyMap<RepoPath, { readonly count: number; readonly weight: number }>
}

/** Returns the files that changed together with each of the given files. Files that no longer exist are omitted. */
export function coChanges(
  { commits, file }: KnowledgeSnapshot,
  paths: readonly RepoPath[],
  call: CallOptions,
): ResultAsync<ReadonlyMap<RepoPath, CoChanges>, ContextError> {
  return safeTry(async function* () {
    const postings = yield* commits.postings(paths.map(pathTerm), call)
    const ids = new Map(paths.map((path) => [path, newest((postings.get(pathTerm(path)) ?? []).map(({ key }) => key))]))
    const facts = yield* commits.read([...new Set([...ids.values()].flat())], call)
    const found = new Map<RepoPath, CoChanges>()
    for (const [path, changed] of ids) {
      const files = new Map<RepoPath, { count: number; weight: number }>()
      for (const id of changed) {
        const others = (facts.get(id)?.files ?? []).filter((other) => other !== path && file(other) !== undefined)
        for (const other of others) {
          const { count = 0, weight = 0 } = files.get(other) ?? {}
          files.set(other, { count: count + 1, weight: weight + 1 / others.length })
        }
      }
      found.set(path, { commits: changed.length, files })
    }
    return ok(found)
  })

  function newest(keys: readonly string[]): readonly string[] {
    if (keys.length <= MAX_COMMITS) return keys
    const here = new Set(keys)
    return commits.ids.filter((id) => here.has(id)).slice(-MAX_COMMITS)
  }
}

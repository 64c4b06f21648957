import type { ResultAsync } from '@chronicle/schema'
import { hashIds } from '../cache/hash-text.ts'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError, RepositoryInfo } from '../contracts/git-backend.ts'

/** Returns the object created for the current extent of the history. */
export type PerEdge<Made> = (call: CallOptions) => ResultAsync<Made, GitError>

/**
 * Keeps an object that caches history as long as the history reaches back equally far, and otherwise creates a new one:
 * after a shallow clone is deepened, the history of the same commit is different. `edge` identifies where the history
 * is cut off, and is empty for a complete one.
 */
export function cachePerHistoryEdge<Made>(git: GitBackend, make: (edge: string) => Made): PerEdge<Made> {
  let current: { readonly info: RepositoryInfo; readonly edge: string; readonly made: Made } | undefined
  return (call) =>
    git.describe(call).map((info) => {
      if (current?.info === info) return current.made
      const edge = nameEdge(info)
      current = { info, edge, made: current?.edge === edge ? current.made : make(edge) }
      return current.made
    })
}

function nameEdge({ shallow, shallowEdge }: RepositoryInfo): string {
  return shallow ? `shallow ${hashIds([...(shallowEdge ?? [])].sort())}` : ''
}

/**
 * Returns the storage for cached history, or none if the history is cut off, because commits beyond the edge may be
 * fetched later.
 */
export function historyStorage({
  edge,
  storage,
}: {
  readonly edge: string
  readonly storage: CacheStorage | undefined
}): CacheStorage | undefined {
  return edge === '' ? storage : undefined
}

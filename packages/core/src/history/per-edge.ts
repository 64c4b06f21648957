import type { ResultAsync } from '@chronicle/schema'
import { hashIds } from '../cache/hash-text.ts'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError, RepositoryInfo } from '../contracts/git-backend.ts'

/** Gives what was made for the history as it is now. */
export type PerEdge<Made> = (call: CallOptions) => ResultAsync<Made, GitError>

/**
 * Keeps what remembers a history as long as that reaches as far back as it did, and makes it anew when it does not: in a
 * shallow clone that was deepened, the history of the same commit is another one. `edge` names where it is cut off, and
 * is empty where it is whole.
 */
export function perEdge<Made>(git: GitBackend, make: (edge: string) => Made): PerEdge<Made> {
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

/** Where what is said of a history is kept: nowhere, where it is cut off, since what lies behind the edge may come in later. */
export function historyStorage({
  edge,
  storage,
}: {
  readonly edge: string
  readonly storage: CacheStorage | undefined
}): CacheStorage | undefined {
  return edge === '' ? storage : undefined
}

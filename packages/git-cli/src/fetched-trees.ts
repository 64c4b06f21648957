import type { GitError } from '@chronicle/core/contracts'
import type { ResultAsync } from '@chronicle/schema'

/** Cache of what is known about the trees of a clone that was made without them. */
export interface FetchedTrees {
  /** Commits whose trees, and whose ancestors' trees, are present. */
  readonly complete: Set<string>
  /** The remote to fetch trees from. Absent until it is looked up. `name` is absent if the clone has its trees. */
  remote?: { readonly name?: string }
  /** The fetch in progress. */
  fetching?: ResultAsync<void, GitError>
}

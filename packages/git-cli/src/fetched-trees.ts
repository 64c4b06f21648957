import type { GitError, SingleFlight } from '@chronicle/core/contracts'

/** Cache of what is known about the trees of a clone that was made without them. */
export interface FetchedTrees {
  /** Commits whose trees, and whose ancestors' trees, are present. */
  readonly complete: Set<string>
  /** The remote to fetch trees from. Absent until it is looked up. `name` is absent if the clone has its trees. */
  remote?: { readonly name?: string }
  /** Runs one fetch at a time. */
  readonly fetching: SingleFlight<void, GitError>
}

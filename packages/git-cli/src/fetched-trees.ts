import type { GitError } from '@chronicle/core/contracts'
import type { ResultAsync } from '@chronicle/schema'

/** What is known of the trees of a clone that was made without them. */
export interface FetchedTrees {
  /** Commits that have their trees, and whose ancestors have them. */
  readonly complete: Set<string>
  /** The remote to fetch them from, once it was asked for. `name` is absent where the clone has its trees. */
  remote?: { readonly name?: string }
  /** The fetch that is under way. */
  fetching?: ResultAsync<void, GitError>
}

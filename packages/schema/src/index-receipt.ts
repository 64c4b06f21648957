import type { ContextBase } from './context-output.ts'
import type { Count } from './limited-types.ts'

/** The identifier of the receipt format. */
export const INDEX_RECEIPT_SCHEMA = 'chronicle-index/v1'

/** The size of the knowledge base for a state: the result of `index`. */
export interface IndexReceipt {
  readonly $schema: typeof INDEX_RECEIPT_SCHEMA
  readonly base: ContextBase
  /** Number of files that can be found by their contents. */
  readonly files: Count
  /** Number of units in them. */
  readonly symbols: Count
  /** Number of informative past commits. */
  readonly commits: Count
}

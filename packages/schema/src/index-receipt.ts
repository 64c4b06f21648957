import type { ContextBase } from './context-output.ts'
import type { Count } from './limited-types.ts'

/** The identifier of the receipt format. */
export const INDEX_RECEIPT_SCHEMA = 'chronicle-index/v1'

/** What the knowledge base knows of a state: the answer of `index`. */
export interface IndexReceipt {
  readonly $schema: typeof INDEX_RECEIPT_SCHEMA
  readonly base: ContextBase
  /** Files that can be found by their contents. */
  readonly files: Count
  /** Units in them. */
  readonly symbols: Count
  /** Past commits that tell something. */
  readonly commits: Count
}

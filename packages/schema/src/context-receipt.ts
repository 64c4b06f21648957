/** The identifier of the receipt format. */
export const CONTEXT_RECEIPT_SCHEMA = 'chronicle-context/v1'

/** What is kept for the next commit: the answer of `context` and `note`. */
export interface ContextReceipt {
  readonly $schema: typeof CONTEXT_RECEIPT_SCHEMA
  /** `empty`: nothing is kept, or nothing any more. */
  readonly status: 'kept' | 'empty'
  readonly context?: KeptContext
}

/** What the author has said about the next commit so far. */
export interface KeptContext {
  readonly task?: string
  readonly reasoning?: string
  readonly dependencies?: string
  readonly tags: readonly string[]
  readonly rejected: readonly { readonly approach: string; readonly reason: string }[]
  readonly notes: readonly { readonly text: string; readonly place?: string }[]
  readonly squash_sources: readonly string[]
  /** RFC 3339. */
  readonly created: string
  /** RFC 3339. Not used from then on. */
  readonly expires: string
}

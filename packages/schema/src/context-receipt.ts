import type { Advice } from './advice.ts'

/** The identifier of the receipt format. */
export const CONTEXT_RECEIPT_SCHEMA = 'chronicle-context-receipt/v1'

/** What is kept for the next commit: the answer of `context` and `note`. */
export interface ContextReceipt {
  readonly $schema: typeof CONTEXT_RECEIPT_SCHEMA
  /** `empty`: nothing is kept, or nothing any more. */
  readonly status: 'kept' | 'empty'
  readonly context?: KeptContext
  /** What to look at again, of what was just added. Absent when there is nothing. */
  readonly advice?: readonly Advice[]
}

/** What the author has said about the next commit so far. */
export interface KeptContext {
  readonly task?: string
  readonly reasoning?: string
  readonly dependencies?: string
  readonly tags: readonly string[]
  readonly rejected: readonly { readonly approach: string; readonly reason: string }[]
  readonly notes: readonly KeptNote[]
  readonly squash_sources: readonly string[]
  /** RFC 3339. */
  readonly created: string
  /** RFC 3339. Not used from then on. */
  readonly expires: string
}

/** One note that is kept. */
export interface KeptNote {
  /** Names it, to have it removed. */
  readonly id: string
  readonly text: string
  /** The file, or `file:anchor`, that it is about. */
  readonly place?: string
  /** Absent: a remark. */
  readonly kind?: 'constraint' | 'risk' | 'dependency'
  /** What a dependency is on. */
  readonly on?: string
}

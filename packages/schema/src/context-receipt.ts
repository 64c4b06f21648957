import type { Advice } from './advice.ts'

/** The identifier of the receipt format. */
export const CONTEXT_RECEIPT_SCHEMA = 'chronicle-context-receipt/v1'

/** The stored context of the next commit: the result of `context` and `note`. */
export interface ContextReceipt {
  readonly $schema: typeof CONTEXT_RECEIPT_SCHEMA
  /** `empty`: nothing is stored, or nothing any more. */
  readonly status: 'kept' | 'empty'
  readonly context?: KeptContext
  /** Advice on what was just added. Absent if there is none. */
  readonly advice?: readonly Advice[]
}

/** The author's context for the next commit so far. */
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

/** A stored note. */
export interface KeptNote {
  /** The id to remove it by. */
  readonly id: string
  readonly text: string
  /** Its subject: a file, or `file:anchor`. */
  readonly place?: string
  /** Absent for a remark. */
  readonly kind?: 'constraint' | 'risk' | 'dependency'
  /** The target of a dependency. */
  readonly on?: string
}

import { codedError, type CallOptions, type KnowledgeError } from '@chronicle/core/contracts'
import { err, ok, type Result } from '@chronicle/schema'

/**
 * Whether the caller of a store aborted. Loops over documents check this first, because creating a result for each
 * document would cost more.
 */
export function isAborted(options: CallOptions | undefined): boolean {
  return options?.signal?.aborted === true
}

/** Fails if the caller of a store aborted. */
export function checkAborted(options: CallOptions | undefined): Result<void, KnowledgeError> {
  if (!isAborted(options)) return ok()
  return err(codedError('aborted', 'Aborted while working on the knowledge base.'))
}

/** Returns the error for an unusable store. */
export function storeUnusableError(cause: unknown): KnowledgeError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return codedError('knowledge_store_unusable', `The knowledge base cannot be used: ${reason}`, { cause })
}

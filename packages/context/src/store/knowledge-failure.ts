import { codedError, type CallOptions, type KnowledgeError } from '@chronicle/core/contracts'
import { err, ok, type Result } from '@chronicle/schema'

/** Whether the caller of a store gave up: asked for every document, where a result for each would cost more than it. */
export function isAborted(options: CallOptions | undefined): boolean {
  return options?.signal?.aborted === true
}

/** Fails when the caller of a store gave up. */
export function checkAborted(options: CallOptions | undefined): Result<void, KnowledgeError> {
  if (!isAborted(options)) return ok()
  return err(codedError('aborted', 'Aborted while working on the knowledge base.'))
}

/** Says why a store cannot be used. */
export function unusable(cause: unknown): KnowledgeError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return codedError('knowledge_store_unusable', `The knowledge base cannot be used: ${reason}`, { cause })
}

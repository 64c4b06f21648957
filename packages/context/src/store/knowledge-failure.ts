import { codedError, type CallOptions, type KnowledgeError } from '@chronicle/core/contracts'
import { ResultAsync } from '@chronicle/schema'

/** Thrown within a store when its caller has aborted. */
class AbortedError extends Error {
  override readonly name = 'AbortedError'
}

export function throwIfAborted(options: CallOptions | undefined): void {
  if (options?.signal?.aborted === true) throw new AbortedError('Aborted while working on the knowledge base.')
}

/** Runs a step of a store and makes a value of what it throws. */
export function knowledgeResult<T>(step: () => Promise<T>): ResultAsync<T, KnowledgeError> {
  return ResultAsync.fromPromise(Promise.resolve().then(step), (cause) => {
    if (cause instanceof AbortedError) return codedError('aborted', cause.message)
    const reason = cause instanceof Error ? cause.message : String(cause)
    return codedError('knowledge_store_unusable', `The knowledge base cannot be used: ${reason}`, { cause })
  })
}

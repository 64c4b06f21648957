import type { CallOptions } from '@chronicle/core/contracts'

/** A call, because the answer changes while one waits. */
export function isAborted(options: CallOptions | undefined): boolean {
  return options?.signal?.aborted === true
}

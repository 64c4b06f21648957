import { errAsync, ResultAsync } from '@chronicle/schema'
import { codedError, type CallOptions } from '@chronicle/core/contracts'
import type { ServedRepository } from '../src/index.ts'

/** A repository whose lookups wait until they are stopped, and what became of them. */
export interface SlowRepository {
  readonly chronicle: ServedRepository
  /** Settles when a lookup has begun. */
  readonly begun: Promise<void>
  /** Settles when it was stopped through its signal. */
  readonly stopped: Promise<void>
}

export function slowRepository(chronicle: ServedRepository): SlowRepository {
  let begin = (): void => undefined
  const begun = new Promise<void>((resolve) => (begin = resolve))
  let stop = (): void => undefined
  const stopped = new Promise<void>((resolve) => (stop = resolve))
  const wait = async ({ signal }: CallOptions): Promise<void> => {
    begin()
    await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }))
    stop()
  }
  return {
    begun,
    stopped,
    chronicle: {
      ...chronicle,
      lookup: (_, options = {}) =>
        ResultAsync.fromSafePromise(wait(options)).andThen(() => errAsync(codedError('aborted', 'Stopped.'))),
    },
  }
}

/** The same, with lookups that tell how far they are before they answer. */
export function reportingRepository(
  chronicle: ServedRepository,
  reports: readonly Parameters<ProgressListener>[0][],
): ServedRepository {
  return {
    ...chronicle,
    lookup: (query, options = {}) => {
      for (const report of reports) options.onProgress?.(report)
      return chronicle.lookup(query, options)
    },
  }
}

type ProgressListener = NonNullable<CallOptions['onProgress']>

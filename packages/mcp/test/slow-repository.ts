import { errAsync, ResultAsync } from '@chronicle/schema'
import { codedError, type CallOptions } from '@chronicle/core/contracts'
import type { ServedRepository } from '../src/index.ts'

/** A repository whose lookups wait until they are aborted, and promises that report on them. */
export interface SlowRepository {
  readonly chronicle: ServedRepository
  /** Resolves when a lookup has started. */
  readonly begun: Promise<void>
  /** Resolves when the lookup was aborted through its signal. */
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

/** Returns the same repository, with lookups that report progress before they answer. */
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

import { err, errAsync, ResultAsync, type CodedError, type Result } from '@chronicle/schema'
import type { CallOptions } from './call-options.ts'
import { codedError } from './coded-error.ts'
import { onAbort } from './on-abort.ts'

/**
 * Runs work once for all callers that request it at the same time, and returns its outcome to each of them. `key`
 * identifies everything that the outcome depends on. Nothing is cached: a request after the work has ended starts it
 * again.
 *
 * A caller that aborts gets `aborted` at once, and the others continue. When all have aborted, the work is aborted. Its
 * progress is reported to every waiting caller. The work must not wait for its own key.
 */
export type SingleFlight<T, E> = (
  key: string,
  call: CallOptions,
  work: (call: CallOptions) => ResultAsync<T, E>,
) => ResultAsync<T, E | CodedError<'aborted'>>

interface Flight<T, E> {
  readonly outcome: Promise<Result<T, E>>
  readonly callers: Set<CallOptions>
  readonly abortController: AbortController
}

/** Creates a single flight for work of one kind. */
export function createSingleFlight<T, E>(): SingleFlight<T, E> {
  const flights = new Map<string, Flight<T, E>>()

  function begin(key: string, work: (call: CallOptions) => ResultAsync<T, E>): Flight<T, E> {
    const abortController = new AbortController()
    const callers = new Set<CallOptions>()
    const doing = work({
      signal: abortController.signal,
      onProgress: (progress) => callers.forEach(({ onProgress }) => onProgress?.(progress)),
    })
    const outcome = (async () => {
      try {
        return await doing
      } finally {
        if (flights.get(key)?.abortController === abortController) flights.delete(key)
      }
    })()
    const flight = { outcome, callers, abortController }
    flights.set(key, flight)
    return flight
  }

  return (key, { onProgress, signal }, work) => {
    if (signal?.aborted === true) return errAsync(aborted())
    const flight = flights.get(key) ?? begin(key, work)
    const { abortController, outcome, callers } = flight
    const given = new Promise<Result<T, E | CodedError<'aborted'>>>((resolve, reject) => {
      // A separate object for every caller, because several may pass the same options. What its callback throws is for
      // it alone.
      const waiter: CallOptions = {
        onProgress: (progress) => {
          try {
            onProgress?.(progress)
          } catch (cause) {
            reject(cause instanceof Error ? cause : new Error(String(cause)))
            leave()
          }
        },
      }
      callers.add(waiter)
      const leave = (): void => {
        callers.delete(waiter)
        if (callers.size > 0) return
        // Later callers start anew instead of waiting for aborted work.
        if (flights.get(key) === flight) flights.delete(key)
        abortController.abort()
      }
      const giveUp = (): void => {
        resolve(err(aborted()))
        leave()
      }
      const forget = onAbort(signal, giveUp)
      // Starting the work may have aborted the signal.
      if (signal?.aborted === true) giveUp()
      void outcome.then(resolve, reject).finally(() => {
        callers.delete(waiter)
        forget()
      })
    })
    return new ResultAsync(given)
  }
}

function aborted(): CodedError<'aborted'> {
  return codedError('aborted', 'The call was aborted.')
}

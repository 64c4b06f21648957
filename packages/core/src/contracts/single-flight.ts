import { err, errAsync, ResultAsync, type CodedError, type Result } from '@chronicle/schema'
import type { CallOptions } from './call-options.ts'
import { codedError } from './coded-error.ts'
import { onAbort } from './on-abort.ts'

/**
 * Does work that several callers want at the same time once, and gives its outcome to all of them. `key` names
 * everything that the outcome follows from. Nothing is remembered: who comes after the work has ended begins it again.
 *
 * A caller that gives up is told `aborted` at once, and the others go on; when all have given up, so does the work. Its
 * progress is told to everyone who waits. The work must not wait for its own key.
 */
export type SingleFlight<T, E> = (
  key: string,
  call: CallOptions,
  work: (call: CallOptions) => ResultAsync<T, E>,
) => ResultAsync<T, E | CodedError<'aborted'>>

interface Flight<T, E> {
  readonly outcome: Promise<Result<T, E>>
  readonly waiting: Set<CallOptions>
  readonly giveUp: AbortController
}

/** Makes one, for work of one kind. */
export function createSingleFlight<T, E>(): SingleFlight<T, E> {
  const flights = new Map<string, Flight<T, E>>()

  function begin(key: string, work: (call: CallOptions) => ResultAsync<T, E>): Flight<T, E> {
    const giveUp = new AbortController()
    const waiting = new Set<CallOptions>()
    const doing = work({
      signal: giveUp.signal,
      onProgress: (progress) => waiting.forEach(({ onProgress }) => onProgress?.(progress)),
    })
    const outcome = (async () => {
      try {
        return await doing
      } finally {
        if (flights.get(key)?.giveUp === giveUp) flights.delete(key)
      }
    })()
    const flight = { outcome, waiting, giveUp }
    flights.set(key, flight)
    return flight
  }

  return (key, { onProgress, signal }, work) => {
    if (signal?.aborted === true) return errAsync(aborted())
    const flight = flights.get(key) ?? begin(key, work)
    const { giveUp, outcome, waiting } = flight
    // One of its own for every caller: the same options may be given by several.
    const waiter: CallOptions = onProgress === undefined ? {} : { onProgress }
    waiting.add(waiter)
    const given = new Promise<Result<T, E | CodedError<'aborted'>>>((resolve, reject) => {
      const leave = (): void => {
        waiting.delete(waiter)
        resolve(err(aborted()))
        if (waiting.size > 0) return
        // Who comes now begins anew, instead of waiting for what ends with nothing.
        if (flights.get(key) === flight) flights.delete(key)
        giveUp.abort()
      }
      const forget = onAbort(signal, leave)
      // The beginning of the work may have aborted it.
      if (signal?.aborted === true) leave()
      void outcome.then(resolve, reject).finally(() => {
        waiting.delete(waiter)
        forget()
      })
    })
    return new ResultAsync(given)
  }
}

function aborted(): CodedError<'aborted'> {
  return codedError('aborted', 'The call was aborted.')
}

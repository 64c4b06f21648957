import { err, errAsync, ResultAsync, type CodedError, type Result } from '@chronicle/schema'
import type { CallOptions } from './call-options.ts'
import { codedError } from './coded-error.ts'
import { onAbort } from './on-abort.ts'

/**
 * Runs steps one after another, in the order of the calls. A caller that aborts while it waits gets `aborted` at once,
 * and its step never begins. A step that fails, or throws, does not stop later ones. A step must not wait for its own
 * queue.
 */
export type Queue = <T, E>(
  call: CallOptions,
  step: () => PromiseLike<Result<T, E>>,
) => ResultAsync<T, E | CodedError<'aborted'>>

/** Creates an empty queue. */
export function createQueue(): Queue {
  let end: Promise<unknown> = Promise.resolve()
  return <T, E>({ signal }: CallOptions, step: () => PromiseLike<Result<T, E>>) => {
    type Outcome = Result<T, E | CodedError<'aborted'>>
    if (signal?.aborted === true) return errAsync(aborted())
    const before = end
    const outcome = new Promise<Outcome>((resolve, reject) => {
      let isWaiting = true
      const forget = onAbort(signal, () => {
        isWaiting = false
        resolve(err(aborted()))
      })
      const begin = async (): Promise<Outcome> => step()
      void before.then(() => {
        forget()
        if (isWaiting) begin().then(resolve, reject)
      })
    })
    // Without the outcomes, which a chain of promises would keep for ever.
    end = Promise.allSettled([before, outcome]).then(() => undefined)
    return new ResultAsync(outcome)
  }
}

function aborted(): CodedError<'aborted'> {
  return codedError('aborted', 'The call was aborted before its turn came. Nothing was changed.')
}

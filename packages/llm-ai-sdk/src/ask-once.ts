import type { LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider'
import { readAnswer, type StreamedAnswer } from './read-answer.ts'
import { createLengthError, createSilenceError } from './stream-failures.ts'
import { orAborted } from './wait.ts'

/** The limits of one attempt. */
export interface AttemptLimits {
  /** Maximum time without output from the model, in milliseconds. */
  readonly timeoutMs: number
  /** Maximum number of characters in the answer. */
  readonly maxCharacters: number
  readonly signal?: AbortSignal | undefined
}

/** The progress of an attempt. */
export interface AttemptProgress {
  /** Number of answer characters received so far. */
  characters: number
}

/**
 * Sends one request and reads its answer to the end. Rejects on any failure; `progress` then contains how much was
 * received.
 *
 * Answers are streamed because a long one takes minutes: silence reveals a problem much sooner than a limit on the
 * total time, and networks cut connections that are idle for long.
 */
export async function askOnce(
  model: LanguageModelV3,
  call: LanguageModelV3CallOptions,
  { timeoutMs, maxCharacters, signal }: AttemptLimits,
  progress: AttemptProgress,
): Promise<StreamedAnswer> {
  const ownSignal = new AbortController()
  const stop = signal === undefined ? ownSignal.signal : AbortSignal.any([signal, ownSignal.signal])
  const watchSilence = (): ReturnType<typeof setTimeout> =>
    setTimeout(() => ownSignal.abort(createSilenceError()), timeoutMs)
  let timer = watchSilence()
  try {
    return await orAborted(stop, async () => {
      const { stream } = await model.doStream({ ...call, abortSignal: stop })
      return readAnswer(stream, {
        onPart: (characters) => {
          clearTimeout(timer)
          if (stop.aborted) return
          timer = watchSilence()
          progress.characters += characters
          if (progress.characters > maxCharacters) ownSignal.abort(createLengthError())
        },
      })
    })
  } finally {
    clearTimeout(timer)
  }
}

import type { LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider'
import { readAnswer, type StreamedAnswer } from './read-answer.ts'
import { tooLong, tooSilent } from './stream-failures.ts'
import { orAborted } from './wait.ts'

/** What bounds one attempt. */
export interface AttemptLimits {
  /** How long the model may send nothing, in milliseconds. */
  readonly timeoutMs: number
  /** How many characters of answer are taken. */
  readonly maxCharacters: number
  readonly signal?: AbortSignal | undefined
}

/** How far an attempt came. */
export interface AttemptProgress {
  /** Characters of answer that have arrived. */
  characters: number
}

/**
 * One request, and its answer read to the end. Rejects with whatever goes wrong; `progress` says how much was received
 * until then.
 *
 * Answers are streamed because a long one takes minutes: silence shows that something is wrong much sooner than a limit
 * on the whole would, and connections that are idle for long are cut on the way.
 */
export async function askOnce(
  model: LanguageModelV3,
  call: LanguageModelV3CallOptions,
  { timeoutMs, maxCharacters, signal }: AttemptLimits,
  progress: AttemptProgress,
): Promise<StreamedAnswer> {
  const ownSignal = new AbortController()
  const stop = signal === undefined ? ownSignal.signal : AbortSignal.any([signal, ownSignal.signal])
  const watchSilence = (): ReturnType<typeof setTimeout> => setTimeout(() => ownSignal.abort(tooSilent()), timeoutMs)
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
          if (progress.characters > maxCharacters) ownSignal.abort(tooLong())
        },
      })
    })
  } finally {
    clearTimeout(timer)
  }
}

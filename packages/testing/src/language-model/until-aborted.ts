import { codedError, type ModelError } from '@chronicle/core/contracts'

/** Without a signal, the wait could never end. */
export async function untilAborted(signal: AbortSignal | undefined): Promise<ModelError> {
  if (signal === undefined) return codedError('model_timed_out', 'The scripted model hangs and nothing can abort it.')
  if (!signal.aborted) {
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }
  return aborted(signal)
}

export function aborted(signal: AbortSignal): ModelError {
  return codedError('aborted', 'Asking the scripted model was aborted.', { cause: signal.reason })
}

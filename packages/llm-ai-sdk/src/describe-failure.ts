import { codedError, type ModelError } from '@chronicle/core/contracts'
import type { ProviderFailure } from './provider-failure.ts'
import type { ProviderSettings } from './provider-settings.ts'

/** Converts the failure of the last of `attempts` attempts into the caller's error. */
export function describeFailure(
  failure: ProviderFailure,
  settings: ProviderSettings,
  { attempts, timeoutMs }: { readonly attempts: number; readonly timeoutMs: number },
): ModelError {
  const { provider, model, keySource, baseUrl } = settings
  const { status, detail } = failure
  const words = [status === undefined ? '' : String(status), detail].filter((part) => part !== '').join(': ')
  const detailText = words === '' ? '' : ` (${words})`
  const tries = attempts === 1 ? '' : ` after ${String(attempts)} attempts`
  const error = (code: ModelError['code'], message: string): ModelError =>
    codedError(code, message, {
      data: {
        provider,
        model,
        attempts,
        ...(status !== undefined && { status }),
        ...(failure.retryAfter !== undefined && { retryAfterSeconds: Math.ceil(failure.retryAfter / 1000) }),
      },
      // The thrown error itself is omitted, because it contains the whole request.
      cause: { kind: failure.kind, ...(status !== undefined && { status }), detail },
    })
  switch (failure.kind) {
    case 'context_too_long':
      return error(
        'context_too_long',
        `The request is longer than ${model} takes${detailText}. Send less, or use a model with a longer context.`,
      )
    case 'no_tools':
      return error(
        'tools_unsupported',
        `${model} at ${provider} cannot call tools${detailText}. Ask it without, or use a model that can.`,
      )
    case 'unauthorized':
      return error(
        'model_unauthorized',
        `${provider} does not accept ${keyName(settings)}${detailText}. Check that it is a valid key of ${provider}.`,
      )
    case 'forbidden':
      return error(
        'model_unauthorized',
        `${provider} does not let ${keyName(settings)} use ${model}${detailText}. Check what the account may use.`,
      )
    case 'out_of_credit':
      return error(
        'model_unauthorized',
        `The account of ${keyName(settings)} at ${provider} has no credit left${detailText}. Add credit, or use another provider.`,
      )
    case 'not_found':
      return error(
        'model_not_configured',
        `${provider} has no model "${model}" at ${baseUrl}${detailText}. Check the name of the model and the base URL.`,
      )
    case 'rate_limited':
      return error(
        'model_rate_limited',
        `${provider} refuses more requests${tries}${detailText}. ${waitFor(failure)} or ask for fewer at a time.`,
      )
    case 'overloaded':
      return error('model_failed', `${provider} could not answer${tries}${detailText}. Try again later.`)
    case 'unreachable':
      return error(
        'model_unreachable',
        `${provider} cannot be reached at ${baseUrl}${tries}${detailText}. Check the connection and the base URL${provider === 'ollama' ? ', and that Ollama is running' : ''}.`,
      )
    case 'broken_off':
      return error(
        'model_unreachable',
        `The answer of ${provider} broke off${tries}${detailText}. Try again; if it keeps failing, check the connection and any proxy.`,
      )
    case 'silent':
      return error(
        'model_timed_out',
        `${provider} sent nothing for ${String(timeoutMs / 1000)} seconds${tries}. Try again later, or allow more time.`,
      )
    case 'no_package':
      return error(
        'model_not_configured',
        `The package that speaks to ${provider} cannot be loaded${detailText}. Install @chronicle/llm-ai-sdk anew.`,
      )
    case 'failed':
      return error(
        'model_failed',
        `${provider} did not answer the request to ${model}${detailText}. Check the model, the base URL ${baseUrl} and, if those are right, report it.`,
      )
  }

  function keyName({ apiKey }: ProviderSettings): string {
    if (apiKey === undefined) return `a request without a key (${keySource} is not set)`
    return keySource === 'the key given' ? keySource : `the key in ${keySource}`
  }
}

function waitFor({ retryAfter }: ProviderFailure): string {
  return retryAfter === undefined ? 'Try again later,' : `Try again in ${String(Math.ceil(retryAfter / 1000))} seconds,`
}

import { err, ok, omitUndefined, safeTry, type ResultAsync } from '@chronicle/schema'
import {
  askModel,
  redactWith,
  type CallOptions,
  type LanguageModel,
  type ModelError,
  type ModelRequest,
  type ModelResponse,
  type ModelUsage,
  type RedactError,
  type Redactor,
} from '@chronicle/core/contracts'

/** Sends requests about one commit to the model and sums up their usage. */
export interface Asker {
  ask(request: ModelRequest): ResultAsync<ModelResponse, ModelError>
  /** Redacts a text before it is sent. Every text that is not the model's own passes through it. */
  clean(text: string): ResultAsync<string, RedactError>
  /** Input and output tokens of all requests so far. */
  spentTokens(): number
  /** Absent before the first request. */
  usage(): ModelUsage | undefined
}

export function createAsker(model: LanguageModel, redactor: Redactor | undefined, call: CallOptions): Asker {
  const uses: ModelUsage[] = []
  return {
    ask: (request) =>
      safeTry(async function* () {
        call.onProgress?.({ step: `asking ${model.name}`, done: uses.length })
        const response = await askModel(model, request, call)
        if (response.isOk()) uses.push(response.value.usage)
        return response
      }),
    clean: (text) =>
      safeTry(async function* () {
        if (redactor === undefined) return ok(text)
        const redacted = await redactWith(redactor, [text], call)
        return redacted.isErr() ? err(redacted.error) : ok(redacted.value[0]?.text ?? '')
      }),
    spentTokens: () => uses.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0),
    usage: () => (uses.length === 0 ? undefined : sumUsage(uses)),
  }
}

/** A sum with an unknown part is unknown. */
function sumUsage(uses: readonly ModelUsage[]): ModelUsage {
  const sum = (pick: (usage: ModelUsage) => number | undefined): number | undefined =>
    uses.reduce<number | undefined>((total, usage) => {
      const value = pick(usage)
      return total === undefined || value === undefined ? undefined : total + value
    }, 0)
  const costUsd = sum((usage) => usage.costUsd)
  const cachedInputTokens = sum((usage) => usage.cachedInputTokens)
  return {
    inputTokens: sum((usage) => usage.inputTokens) ?? 0,
    outputTokens: sum((usage) => usage.outputTokens) ?? 0,
    ...omitUndefined({ cachedInputTokens, costUsd }),
  }
}

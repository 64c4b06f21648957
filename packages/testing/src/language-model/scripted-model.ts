import {
  codedError,
  type CallOptions,
  type LanguageModel,
  type ModelError,
  type ModelRequest,
  type ModelResponse,
} from '@chronicle/core/contracts'
import { err, ok, type Result, ResultAsync } from '@chronicle/schema'
import type { ModelStep, ModelTurn } from './model-step.ts'
import { aborted, untilAborted } from './until-aborted.ts'

/** A language model that follows a script. */
export interface ScriptedModel extends LanguageModel {
  /** The requests so far, in order. */
  readonly requests: readonly ModelRequest[]
}

/** The options of `scriptedModel`. */
export interface ScriptedModelOptions {
  /** Name of the model. Default `scripted/model`. */
  readonly name?: string | undefined
  /** Whether the model supports tools. Default `true`. */
  readonly tools?: boolean | undefined
}

/**
 * Creates a `LanguageModel` that answers with one step after another, for tests without a model. After the last step it
 * fails with `model_failed`, so that a conversation that is too long is noticed.
 */
export function scriptedModel(steps: readonly ModelTurn[], options: ScriptedModelOptions = {}): ScriptedModel {
  const requests: ModelRequest[] = []
  let calls = 0
  const answer = async (request: ModelRequest, { signal }: CallOptions): Promise<Result<ModelResponse, ModelError>> => {
    if (signal?.aborted === true) return err(aborted(signal))
    const turn = steps[requests.length]
    requests.push(structuredClone(request))
    if (turn === undefined) {
      return err(codedError('model_failed', `The script has no answer left: it has ${steps.length}.`))
    }
    const step = typeof turn === 'function' ? turn(request) : turn
    if (step === 'hangs') return err(await untilAborted(signal))
    return 'fails' in step
      ? err(codedError(step.fails, `The scripted model fails with ${step.fails}.`))
      : ok(respond(step, () => `call_${++calls}`))
  }
  return {
    name: options.name ?? 'scripted/model',
    supports: { tools: options.tools ?? true },
    requests,
    generate: (request, call = {}) => new ResultAsync(answer(request, call)),
  }
}

function respond(
  { text = '', calls = [], stopReason, usage }: Exclude<ModelStep, 'hangs' | { fails: unknown }>,
  nextId: () => string,
): ModelResponse {
  return {
    text,
    toolCalls: calls.map(({ name, input }) => ({ id: nextId(), name, input })),
    stopReason: stopReason ?? (calls.length > 0 ? 'tool_use' : 'end_turn'),
    usage: usage ?? { inputTokens: 100, outputTokens: 10 },
  }
}

import {
  askModel,
  codedError,
  type CallOptions,
  type LanguageModel,
  type ModelMessage,
  type ModelUsage,
} from '@chronicle/core/contracts'
import { err, fromThrowable, ok, safeTry, type Result, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'

/** A prompt whose answer is JSON. */
export interface JsonQuestion<T> {
  readonly system: string
  readonly text: string
  readonly maxOutputTokens: number
  /** Parses the answer, or describes what is wrong with it for the model. */
  parse(answer: unknown): Result<T, string>
}

/**
 * Asks a model for JSON. An unusable answer is sent back once with a description of the fault. If the second answer is
 * unusable too, fails with `answer_unusable`. `onUsage` receives the usage of each request.
 */
export function askForJson<T>(
  model: LanguageModel,
  { system, text, maxOutputTokens, parse }: JsonQuestion<T>,
  call: CallOptions,
  onUsage: (usage: ModelUsage) => void = () => undefined,
): ResultAsync<T, ContextError> {
  const unusable = (problem: string): Result<never, ContextError> =>
    err(codedError('answer_unusable', `${model.name} ${problem}`))
  return safeTry(async function* () {
    const messages: ModelMessage[] = [{ role: 'user', text }]
    let problem = ''
    for (let attempt = 0; attempt < 2; attempt++) {
      const answer = yield* askModel(model, { system, messages, maxOutputTokens }, call)
      onUsage(answer.usage)
      if (answer.stopReason === 'refused') return unusable('refuses to answer.')
      const read = readJson(answer.text).andThen(parse)
      if (read.isOk()) return ok(read.value)
      problem = answer.stopReason === 'max_tokens' ? `The answer is too long. ${read.error}` : read.error
      messages.push(
        { role: 'assistant', text: answer.text, toolCalls: [] },
        { role: 'user', text: `That cannot be used. ${problem} Answer with the JSON object alone.` },
      )
    }
    return unusable(`did not answer as it was asked, twice. ${problem}`)
  })
}

/** Models often wrap JSON in code fences, so the fenced content is parsed. */
function readJson(text: string): Result<unknown, string> {
  const inside = /^\s*```(?:json)?\s*\n(?<json>[\s\S]*?)\n?```\s*$/.exec(text)?.groups?.['json'] ?? text
  return fromThrowable(
    () => JSON.parse(inside) as unknown,
    () => 'It is not JSON.',
  )()
}

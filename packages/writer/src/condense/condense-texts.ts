import { err, ok, safeTry, type Result, type ResultAsync } from '@chronicle/schema'
import type { ModelError, ModelMessage, RedactError, TokenCounter } from '@chronicle/core/contracts'
import type { Asker } from '../agent/conversation/asker.ts'
import { acceptCondensed, type CondenseRefusal } from './accept-condensed.ts'
import { CONDENSE_SYSTEM, condensePrompt, retryPrompt } from './condense-prompt.ts'

/** The connection to the model, and its limits. */
export interface CondenseInterview {
  readonly asker: Asker
  readonly tokens: TokenCounter
  readonly maxOutputTokens: number
}

/** A second attempt gets the problem. A model that fails twice would fail again. */
const MAX_ATTEMPTS = 2

/** Asks a model to condense several texts into one. A returned answer follows all rules. */
export function condenseTexts(
  texts: readonly string[],
  { asker, maxOutputTokens, tokens }: CondenseInterview,
): ResultAsync<Result<string, CondenseRefusal>, ModelError | RedactError> {
  return safeTry(async function* () {
    const opening = yield* asker.clean(condensePrompt(texts))
    const messages: ModelMessage[] = [{ role: 'user', text: opening }]
    for (let attempt = 1; ; attempt++) {
      const answer = yield* asker.ask({ system: CONDENSE_SYSTEM, messages: [...messages], maxOutputTokens })
      const refused = ended(answer.stopReason)
      const accepted = refused === undefined ? acceptCondensed(answer.text, texts, tokens) : err(refused)
      if (accepted.isOk() || attempt === MAX_ATTEMPTS) return ok(accepted)
      // Some services reject an empty message that is sent back.
      if (answer.text.trim() === '') return ok(accepted)
      const problem = yield* asker.clean(retryPrompt(accepted.error.message))
      messages.push({ role: 'assistant', text: answer.text, toolCalls: [] }, { role: 'user', text: problem })
    }
  })
}

function ended(stopReason: string): CondenseRefusal | undefined {
  if (stopReason === 'refused') return { code: 'answer_empty', message: 'The model refused to answer.' }
  if (stopReason === 'max_tokens') {
    return { code: 'answer_cut_off', message: 'The answer was cut off at the limit of output tokens.' }
  }
  return undefined
}

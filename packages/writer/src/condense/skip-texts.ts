import type { CondenseSkipCode } from '@chronicle/schema'
import type { TokenCounter } from '@chronicle/core/contracts'
import { MAX_SHARE } from './accept-condensed.ts'
import { keptRuns } from './condense-prompt.ts'

/** Why texts are not worth a request, or cannot be sent. */
export interface CondenseSkip {
  readonly code: CondenseSkipCode
  readonly message: string
}

/** Minimum number of tokens: fewer are quickly read. */
const MIN_TOKENS = 60
/** Maximum number of tokens: longer texts are too much for one request, and the answer would be cut off. */
const MAX_TOKENS = 12_000
/** Maximum share of the texts that must be kept word for word. With more, too little can be saved. */
const MAX_KEPT_SHARE = MAX_SHARE - 0.05

/** Returns why texts are not condensed, or `undefined` if a model may be asked. */
export function skipTexts(texts: readonly string[], tokens: TokenCounter): CondenseSkip | undefined {
  const all = tokens.count(texts.join('\n'))
  if (all < MIN_TOKENS) return { code: 'nothing_to_gain', message: `The texts have ${all} tokens: they are short.` }
  if (all > MAX_TOKENS) {
    return {
      code: 'texts_too_long',
      message: `The texts have about ${all} tokens; the most that is sent is ${MAX_TOKENS}.`,
    }
  }
  if (tokens.count(keptRuns(texts).join(' ')) <= all * MAX_KEPT_SHARE) return undefined
  const message = 'Nearly every sentence states, denies or limits something, and would have to stay word for word.'
  return { code: 'nothing_to_gain', message }
}

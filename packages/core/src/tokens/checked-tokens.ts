import { namedStage, StageError } from '../contracts/named-stage.ts'
import type { TokenCounter } from '../contracts/token-counter.ts'

/**
 * Returns the same counter, but it throws a `StageError` when a count is not finite or is negative: compared with `NaN`
 * or a negative number, any text would fit into any budget. The caller of the stages turns the error into
 * `internal_error`.
 */
export function checkedTokens(tokens: TokenCounter): TokenCounter {
  const named = namedStage('token counter', tokens)
  return {
    name: tokens.name,
    count(text) {
      const count = named.count(text)
      if (Number.isFinite(count) && count >= 0) return count
      // eslint-disable-next-line no-restricted-syntax -- a counter has no other way to fail
      throw new StageError(`The token counter ${tokens.name} counted ${String(count)}. It has to count 0 or more.`)
    },
  }
}

import type { TokenCounter } from '../contracts/index.ts'

/**
 * The same counter, which throws a `RangeError` where it would count what is no size: compared with `NaN` or a negative
 * number, any text fits into any budget. Whoever runs stages makes `internal_error` of it.
 */
export function checkedTokens(tokens: TokenCounter): TokenCounter {
  return {
    name: tokens.name,
    count(text) {
      const count = tokens.count(text)
      if (Number.isFinite(count) && count >= 0) return count
      // eslint-disable-next-line no-restricted-syntax -- a counter has no other way to fail
      throw new RangeError(`The token counter ${tokens.name} counted ${String(count)}. It has to count 0 or more.`)
    },
  }
}

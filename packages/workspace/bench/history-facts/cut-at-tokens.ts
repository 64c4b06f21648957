import type { TokenCounter } from '@chronicle/core/contracts'

/** Length of the longest token of o200k_base, in characters. */
const MAX_TOKEN_LENGTH = 128

/** Returns the longest prefix of a text with at most the given number of tokens. */
export function cutAtTokens(text: string, tokens: number, { count }: TokenCounter): string {
  if (count(text) <= tokens) return text
  // The token count of a prefix grows with its length, except for small drops within a token.
  let fits = 0
  let exceeds = text.length
  while (exceeds - fits > 1) {
    const middle = Math.floor((fits + exceeds) / 2)
    if (count(text.slice(0, middle)) <= tokens) fits = middle
    else exceeds = middle
  }
  for (let length = Math.min(fits + MAX_TOKEN_LENGTH, text.length); length > fits; length--) {
    if (count(text.slice(0, length)) <= tokens) return text.slice(0, length)
  }
  return text.slice(0, fits)
}

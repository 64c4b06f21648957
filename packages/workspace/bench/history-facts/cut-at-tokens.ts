import type { TokenCounter } from '@chronicle/core/contracts'

/** Longest token of o200k_base in characters. */
const MAX_TOKEN_LENGTH = 128

/** Returns the longest beginning of a text that has at most so many tokens. */
export function cutAtTokens(text: string, tokens: number, { count }: TokenCounter): string {
  if (count(text) <= tokens) return text
  // The tokens of a beginning grow with its length, but for steps back within a token.
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

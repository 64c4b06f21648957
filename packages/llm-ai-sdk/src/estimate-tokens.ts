import type { ModelRequest } from '@chronicle/core/contracts'

/** Bytes of UTF-8 to a token, on the low side: code takes about three, prose in English four. */
const BYTES_PER_TOKEN = 2.5

/** Characters of an answer for which no more than a token each is charged, on the low side as well. */
const CHARACTERS_PER_TOKEN = 2.5

/** Tokens of a request, rather too many than too few, whichever model counts them. */
export function estimateInputTokens(request: Omit<ModelRequest, 'maxOutputTokens'>): number {
  const { system, messages, tools = [] } = request
  const bytes = new TextEncoder().encode(JSON.stringify({ system, messages, tools })).length
  return Math.ceil(bytes / BYTES_PER_TOKEN)
}

/** Tokens of texts to be embedded, rather too many than too few. */
export function estimateTextTokens(texts: readonly string[]): number {
  return Math.ceil(new TextEncoder().encode(JSON.stringify(texts)).length / BYTES_PER_TOKEN)
}

/** Tokens of an answer of which so many characters have arrived. */
export function estimateOutputTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN)
}

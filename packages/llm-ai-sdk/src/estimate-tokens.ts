import type { ModelRequest } from '@chronicle/core/contracts'

/** UTF-8 bytes per token, a low estimate: code has about three, English prose four. */
const BYTES_PER_TOKEN = 2.5

/** Characters of an answer per token, also a low estimate. */
const CHARACTERS_PER_TOKEN = 2.5

/** Estimates the tokens of a request for any tokenizer, rather too high than too low. */
export function estimateInputTokens(request: Omit<ModelRequest, 'maxOutputTokens'>): number {
  const { system, messages, tools = [] } = request
  const bytes = new TextEncoder().encode(JSON.stringify({ system, messages, tools })).length
  return Math.ceil(bytes / BYTES_PER_TOKEN)
}

/** Estimates the tokens of texts to embed, rather too high than too low. */
export function estimateTextTokens(texts: readonly string[]): number {
  return Math.ceil(new TextEncoder().encode(JSON.stringify(texts)).length / BYTES_PER_TOKEN)
}

/** Estimates the tokens of the answer characters received so far. */
export function estimateOutputTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN)
}

export { createGptTokenCounter } from './create-gpt-token-counter.ts'
export type { TokenCounterError } from './create-gpt-token-counter.ts'
export { GPT_ENCODINGS } from './encodings.ts'
export type { GptEncoding } from './encodings.ts'

/** A byte-pair encoding by its usual name: `o200k_base` for GPT-4o and later, `cl100k_base` for GPT-4 and GPT-3.5. */
export type GptEncoding = 'o200k_base' | 'o200k_harmony' | 'cl100k_base' | 'p50k_base' | 'r50k_base'

/** The part of a gpt-tokenizer encoding that is used here. */
export interface Encoding {
  countTokens(text: string, options: { readonly disallowedSpecial: Set<string> }): number
}

/** The vocabularies are megabytes of JavaScript, so only the requested one is loaded. */
export const encodings: Readonly<Record<GptEncoding, () => Promise<Encoding>>> = {
  o200k_base: () => import('gpt-tokenizer/encoding/o200k_base'),
  o200k_harmony: () => import('gpt-tokenizer/encoding/o200k_harmony'),
  cl100k_base: () => import('gpt-tokenizer/encoding/cl100k_base'),
  p50k_base: () => import('gpt-tokenizer/encoding/p50k_base'),
  r50k_base: () => import('gpt-tokenizer/encoding/r50k_base'),
}

/** The supported encodings, newest first. */
export const GPT_ENCODINGS: readonly GptEncoding[] = Object.keys(encodings) as GptEncoding[]

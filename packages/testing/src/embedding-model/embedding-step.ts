import type { EmbedOptions, ModelError } from '@chronicle/core/contracts'

/** What an embedding model's service answers to one request. */
export type EmbeddingStep =
  /** One vector for each text, in order. */
  | { readonly vectors: readonly (readonly number[])[] }
  /** The service fails, however often it is asked. */
  | { readonly fails: ModelError['code'] }
  /** It does not answer. The call ends when it is aborted. */
  | 'hangs'

/** One request as a scripted embedding model received it. */
export interface EmbeddingRequest {
  readonly texts: readonly string[]
  readonly kind: NonNullable<EmbedOptions['kind']>
}

import type { EmbedOptions, ModelError } from '@chronicle/core/contracts'

/** The response of an embedding model's service to one request. */
export type EmbeddingStep =
  /** One vector for each text, in order. */
  | { readonly vectors: readonly (readonly number[])[] }
  /** The service fails on every attempt. */
  | { readonly fails: ModelError['code'] }
  /** The service does not respond, so the call ends when it is aborted. */
  | 'hangs'

/** One request as a scripted embedding model received it. */
export interface EmbeddingRequest {
  readonly texts: readonly string[]
  readonly kind: NonNullable<EmbedOptions['kind']>
}

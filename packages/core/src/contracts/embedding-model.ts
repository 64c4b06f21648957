import type { ResultAsync } from '@chronicle/schema'
import type { CallOptions } from './call-options.ts'
import type { ModelError } from './language-model.ts'

/**
 * A model that turns texts into vectors whose angles tell how alike the texts are. Retries, rate limits and spending
 * limits are the adapter's business, and what they end in is a `ModelError`.
 */
export interface EmbeddingModel {
  /** Provider and model: `openai/text-embedding-3-small`. Vectors of models with different names are not compared. */
  readonly name: string
  /** Numbers in a vector. Absent until the model has answered for the first time. */
  readonly dimensions: number | undefined
  /** Texts that go into one request, at least 1. A call with more makes several requests. */
  readonly maxBatch: number
  /**
   * Returns one vector for each text, in the same order, all of the same length and not necessarily of length one.
   * Fails as a whole. Texts are not empty; no texts, no request.
   */
  embed(texts: readonly string[], options?: EmbedOptions): ResultAsync<readonly Float32Array[], ModelError>
}

/** How texts are embedded. */
export interface EmbedOptions extends CallOptions {
  /** Whether the texts are looked for, or look for others: some models tell them apart. Default: `document`. */
  readonly kind?: 'document' | 'query'
}

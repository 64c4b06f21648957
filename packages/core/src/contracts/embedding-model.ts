import type { ResultAsync } from '@chronicle/schema'
import type { CallOptions } from './call-options.ts'
import type { ModelError } from './language-model.ts'

/**
 * A model that turns texts into vectors whose angles measure similarity. Retries, rate limits and spending limits are
 * handled by the adapter, which reports failures as a `ModelError`.
 */
export interface EmbeddingModel {
  /** Provider and model: `openai/text-embedding-3-small`. Vectors of models with different names are not compared. */
  readonly name: string
  /** Length of a vector. Absent until the model has answered for the first time. */
  readonly dimensions: number | undefined
  /** Maximum number of texts in one request, at least 1. A call with more makes several requests. */
  readonly maxBatch: number
  /**
   * Returns one vector for each text, in the same order, all of the same length but not necessarily normalised. Fails
   * as a whole. Texts must not be empty. Without texts no request is made.
   */
  embed(texts: readonly string[], options?: EmbedOptions): ResultAsync<readonly Float32Array[], ModelError>
}

/** Options for embedding texts. */
export interface EmbedOptions extends CallOptions {
  /** Whether the texts are searched, or are search queries: some models distinguish them. Default: `document`. */
  readonly kind?: 'document' | 'query' | undefined
}

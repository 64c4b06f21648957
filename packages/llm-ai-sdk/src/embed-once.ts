import type { EmbeddingModelV3 } from '@ai-sdk/provider'
import type { EmbedOptions } from '@chronicle/core/contracts'
import type { ResultAsync } from '@chronicle/schema'
import type { ProviderFailure } from './provider-failure.ts'
import type { RequestContext } from './request-context.ts'
import { estimateUsage, settleAttempt, type Attempt } from './settle-attempt.ts'
import { createSilenceError } from './stream-failures.ts'
import { orAborted } from './wait.ts'

/** One embedding request. */
export interface EmbedAttempt extends Attempt {
  readonly texts: readonly string[]
  readonly kind: NonNullable<EmbedOptions['kind']>
  /** Required length of the vectors. Absent: any. */
  readonly dimensions: number | undefined
}

/** Calls an embedding model once. An answer without a usable vector for each text is a failure. */
export function embedOnce(
  { settings, load, timeoutMs, pricing }: RequestContext & { readonly load: () => Promise<EmbeddingModelV3> },
  attempt: EmbedAttempt,
): ResultAsync<readonly Float32Array[], ProviderFailure> {
  const { texts, kind, dimensions, inputTokens, reservation, signal } = attempt
  const ask = async (): Promise<readonly Float32Array[]> => {
    const ownSignal = new AbortController()
    const stop = signal === undefined ? ownSignal.signal : AbortSignal.any([signal, ownSignal.signal])
    const timer = setTimeout(() => ownSignal.abort(createSilenceError()), timeoutMs)
    try {
      const { embeddings, usage } = await orAborted(stop, async () =>
        (await load()).doEmbed({
          values: [...texts],
          abortSignal: stop,
          providerOptions: { google: { taskType: kind === 'query' ? 'RETRIEVAL_QUERY' : 'RETRIEVAL_DOCUMENT' } },
        }),
      )
      reservation.settle(estimateUsage(usage?.tokens ?? inputTokens, 0, pricing))
      return toVectors(embeddings, texts.length, dimensions)
    } finally {
      clearTimeout(timer)
    }
  }
  return settleAttempt(settings, attempt, () => estimateUsage(inputTokens, 0, pricing), ask)
}

function toVectors(
  embeddings: readonly (readonly number[])[],
  count: number,
  dimensions: number | undefined,
): readonly Float32Array[] {
  if (embeddings.length !== count)
    throw new Error(`The answer has ${String(embeddings.length)} vectors for ${String(count)} texts.`)
  const length = dimensions ?? embeddings[0]?.length ?? 0
  return embeddings.map((embedding) => {
    if (embedding.length !== length || length === 0)
      throw new Error(`A vector has ${String(embedding.length)} numbers instead of ${String(length)}.`)
    return Float32Array.from(embedding)
  })
}

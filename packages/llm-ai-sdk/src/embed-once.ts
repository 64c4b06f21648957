import type { EmbeddingModelV3 } from '@ai-sdk/provider'
import type { EmbedOptions, ModelUsage } from '@chronicle/core/contracts'
import { err, ok, safeTry, type ResultAsync } from '@chronicle/schema'
import { costOf } from './pricing.ts'
import { readFailure, type ProviderFailure } from './provider-failure.ts'
import type { RequestContext } from './request-context.ts'
import { createScrub } from './scrub.ts'
import type { SpendingReservation } from './spending-meter.ts'
import { tooSilent } from './stream-failures.ts'
import { orAborted } from './wait.ts'

/** One request for vectors. */
export interface EmbedAttempt {
  readonly texts: readonly string[]
  readonly kind: NonNullable<EmbedOptions['kind']>
  /** Length that the vectors must have. Absent: any. */
  readonly dimensions: number | undefined
  /** Of the texts, as estimated. */
  readonly inputTokens: number
  /** Settled when the attempt ends. */
  readonly reservation: SpendingReservation
  readonly signal: AbortSignal | undefined
}

/** Asks an embedding model once. An answer without a usable vector for each text is a failure. */
export function embedOnce(
  { settings, load, timeoutMs, pricing }: RequestContext & { readonly load: () => Promise<EmbeddingModelV3> },
  { texts, kind, dimensions, inputTokens, reservation, signal }: EmbedAttempt,
): ResultAsync<readonly Float32Array[], ProviderFailure> {
  return safeTry(async function* () {
    const usageOf = (tokens: number): ModelUsage => {
      const use = { inputTokens: tokens, outputTokens: 0 }
      if (pricing === undefined) return use
      return { ...use, costUsd: costOf({ ...use, cachedInputTokens: 0, cacheWriteTokens: 0 }, pricing) }
    }
    const ownSignal = new AbortController()
    const stop = signal === undefined ? ownSignal.signal : AbortSignal.any([signal, ownSignal.signal])
    const timer = setTimeout(() => ownSignal.abort(tooSilent()), timeoutMs)
    try {
      const { embeddings, usage } = await orAborted(stop, async () =>
        (await load()).doEmbed({
          values: [...texts],
          abortSignal: stop,
          providerOptions: { google: { taskType: kind === 'query' ? 'RETRIEVAL_QUERY' : 'RETRIEVAL_DOCUMENT' } },
        }),
      )
      reservation.settle(usageOf(usage?.tokens ?? inputTokens))
      return ok(toVectors(embeddings, texts.length, dimensions))
    } catch (thrown) {
      const failure = readFailure(thrown, createScrub(settings))
      const charged = failure.mayBeCharged || signal?.aborted === true
      reservation.settle(charged ? usageOf(inputTokens) : undefined)
      return err(failure)
    } finally {
      clearTimeout(timer)
    }
  })
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

import type { CallOptions, KnowledgeError, KnowledgeStore } from '@chronicle/core/contracts'
import type { ResultAsync } from '@chronicle/schema'
import { blobOfPromotion, PROMOTED } from './metadata-keys.ts'

/** The effective promotion of a content. */
export interface NewestPromotion {
  readonly key: string
  readonly number: number
}

/** Returns the effective promotion of each content. Of two made at the same time, the last by key is effective. */
export function newestPromotions(
  store: KnowledgeStore,
  call: CallOptions,
): ResultAsync<ReadonlyMap<string, NewestPromotion>, KnowledgeError> {
  return store.postings('metadata', [PROMOTED], call).map((postings) => {
    const newest = new Map<string, NewestPromotion>()
    for (const { key, counts } of postings.get(PROMOTED) ?? []) {
      const [number = 0] = counts
      const blob = blobOfPromotion(key)
      if (number >= (newest.get(blob)?.number ?? 0)) newest.set(blob, { key, number })
    }
    return newest
  })
}

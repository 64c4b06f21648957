import type { CallOptions, KnowledgeError, KnowledgeStore } from '@chronicle/core/contracts'
import type { ResultAsync } from '@chronicle/schema'
import { blobOfPromotion, PROMOTED } from './metadata-keys.ts'

/** The promotion of a content that counts. */
export interface NewestPromotion {
  readonly key: string
  readonly number: number
}

/** Returns the promotion that counts for each content. Of two that were made at once, the last by key. */
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

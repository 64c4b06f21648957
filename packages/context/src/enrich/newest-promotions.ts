import type { CallOptions, KnowledgeStore } from '@chronicle/core/contracts'
import { valueOf } from '../failure.ts'
import { blobOfPromotion, PROMOTED } from './metadata-keys.ts'

/** The promotion of a content that counts. */
export interface NewestPromotion {
  readonly key: string
  readonly number: number
}

/** Returns the promotion that counts for each content. Of two that were made at once, the last by key. */
export async function newestPromotions(
  store: KnowledgeStore,
  call: CallOptions,
): Promise<ReadonlyMap<string, NewestPromotion>> {
  const postings = (await valueOf(store.postings('metadata', [PROMOTED], call))).get(PROMOTED) ?? []
  const newest = new Map<string, NewestPromotion>()
  for (const { key, counts } of postings) {
    const [number = 0] = counts
    const blob = blobOfPromotion(key)
    if (number >= (newest.get(blob)?.number ?? 0)) newest.set(blob, { key, number })
  }
  return newest
}

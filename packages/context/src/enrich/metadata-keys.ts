import type { BlobId } from '@chronicle/schema'
import { modelKey } from '../store/model-key.ts'

/** Changes when models are asked in another way. */
const PROMPT_VERSION = '1'

/**
 * The term of every promoted document. Its count is a number that grows with each promotion of the same content: a
 * store never replaces a document, so the newest one counts.
 */
export const PROMOTED = 'promoted'

/** Returns the key of what a model proposed for a content. */
export function proposalKey(blob: BlobId, model: string): string {
  return `${blob}.proposed.${PROMPT_VERSION}.${modelKey(model)}`
}

/** Returns the key of the n-th promotion for a content. Two models that are promoted at once do not get the same. */
export function promotionKey(blob: BlobId, number: number, model: string): string {
  return `${blob}.promoted.${String(number)}.${modelKey(model)}`
}

/** Returns the blob that a promotion is for. */
export function blobOfPromotion(key: string): string {
  return key.slice(0, key.indexOf('.'))
}

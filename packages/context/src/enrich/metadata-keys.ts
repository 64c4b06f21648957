import type { BlobId } from '@chronicle/schema'
import { modelKey } from '../store/model-key.ts'

/** Raised whenever the prompt for models changes. */
const PROMPT_VERSION = '1'

/**
 * The term of every promoted document. Its count is a number that grows with each promotion of the same content. A
 * store never replaces a document, so the one with the highest number is effective.
 */
export const PROMOTED = 'promoted'

/** Returns the key of a model's proposal for a content. */
export function proposalKey(blob: BlobId, model: string): string {
  return `${blob}.proposed.${PROMPT_VERSION}.${modelKey(model)}`
}

/**
 * Returns the key of the n-th promotion for a content. Two models that are promoted at the same time get different
 * keys.
 */
export function promotionKey(blob: BlobId, number: number, model: string): string {
  return `${blob}.promoted.${String(number)}.${modelKey(model)}`
}

/** Returns the blob that a promotion is for. */
export function blobOfPromotion(key: string): string {
  return key.slice(0, key.indexOf('.'))
}

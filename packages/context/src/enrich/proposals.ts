import type { CallOptions, KnowledgeStore } from '@chronicle/core/contracts'
import type { BlobId } from '@chronicle/schema'
import { metadataByKey, type FileMetadata } from './file-metadata.ts'
import { proposalKey } from './metadata-keys.ts'

/** Returns what a model proposed for contents. Contents without a proposal are missing from the map. */
export async function proposalsOf(
  store: KnowledgeStore,
  model: string,
  blobs: readonly BlobId[],
  call: CallOptions,
): Promise<ReadonlyMap<BlobId, FileMetadata>> {
  return metadataByKey(store, new Map(blobs.map((blob) => [blob, proposalKey(blob, model)])), call)
}

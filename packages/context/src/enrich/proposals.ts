import type { CallOptions, KnowledgeError, KnowledgeStore } from '@chronicle/core/contracts'
import type { BlobId, ResultAsync } from '@chronicle/schema'
import { metadataByKey, type FileMetadata } from './file-metadata.ts'
import { proposalKey } from './metadata-keys.ts'

/** Returns a model's proposals for contents. Contents without a proposal are missing from the map. */
export function proposalsOf(
  store: KnowledgeStore,
  model: string,
  blobs: readonly BlobId[],
  call: CallOptions,
): ResultAsync<ReadonlyMap<BlobId, FileMetadata>, KnowledgeError> {
  return metadataByKey(store, new Map(blobs.map((blob) => [blob, proposalKey(blob, model)])), call)
}

import type { CallOptions, KnowledgeStore } from '@chronicle/core/contracts'
import type { BlobId } from '@chronicle/schema'
import { valueOf } from '../failure.ts'
import type { FileMetadata, StoredMetadata } from './file-metadata.ts'
import { proposalKey } from './metadata-keys.ts'

/** Returns what a model proposed for contents. Contents without a proposal are missing from the map. */
export async function proposalsOf(
  store: KnowledgeStore,
  model: string,
  blobs: readonly BlobId[],
  call: CallOptions,
): Promise<ReadonlyMap<BlobId, FileMetadata>> {
  const unique = [...new Set(blobs)]
  const values = await valueOf(
    store.read(
      'metadata',
      unique.map((blob) => proposalKey(blob, model)),
      call,
    ),
  )
  return new Map(
    unique.flatMap((blob) => {
      const value = values.get(proposalKey(blob, model))
      return value === undefined ? [] : [[blob, (JSON.parse(value) as StoredMetadata).metadata] as const]
    }),
  )
}

import type { CacheStorage, KnowledgeStore } from '@chronicle/core/contracts'
import { createStoreOfCollections } from './store-of-collections.ts'
import { createStoredCollection } from './stored-collection.ts'

/**
 * A knowledge store that survives the process, over any storage of whole values; on Node, files in the git directory.
 *
 * Several stores may use one storage at once. When two of them add within the same millisecond, the documents of one
 * may be lost: `has` tells so, and they are added again. Damaged values are documents that are missing, never wrong
 * answers. Fails with `knowledge_store_unusable` where nothing can be written.
 */
export function createCachedKnowledgeStore(storage: CacheStorage): KnowledgeStore {
  return createStoreOfCollections(`cached-${storage.name}`, (name) => createStoredCollection(storage, name))
}

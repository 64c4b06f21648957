import type { CacheStorage, KnowledgeStore } from '@chronicle/core/contracts'
import { createStoreOfCollections } from './store-of-collections.ts'
import { createStoredCollection } from './stored-collection.ts'

/**
 * Creates a persistent knowledge store on top of any storage of whole values; on Node, files in the git directory.
 *
 * Several stores may use one storage at once. If two of them add within the same millisecond, the documents of one may
 * be lost: `has` reports them as missing, and they are added again. Damaged values count as missing documents and never
 * lead to wrong answers. Fails with `knowledge_store_unusable` if nothing can be written.
 */
export function createCachedKnowledgeStore(storage: CacheStorage): KnowledgeStore {
  return createStoreOfCollections(`cached-${storage.name}`, (name) => createStoredCollection(storage, name))
}

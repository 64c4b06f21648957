import type { CacheStorage, KnowledgeCollection, KnowledgeStore } from '@chronicle/core/contracts'
import { knowledgeResult, throwIfAborted } from './knowledge-failure.ts'
import { createStoredCollection, type StoredCollection } from './stored-collection.ts'

/**
 * A knowledge store that survives the process, over any storage of whole values; on Node, files in the git directory.
 *
 * Several stores may use one storage at once. When two of them add within the same millisecond, the documents of one
 * may be lost: `has` tells so, and they are added again. Damaged values are documents that are missing, never wrong
 * answers. Fails with `knowledge_store_unusable` where nothing can be written.
 */
export function createCachedKnowledgeStore(storage: CacheStorage): KnowledgeStore {
  const collections = new Map<KnowledgeCollection, StoredCollection>()
  const collectionOf = (name: KnowledgeCollection): StoredCollection => {
    let collection = collections.get(name)
    if (collection === undefined) collections.set(name, (collection = createStoredCollection(storage, name)))
    return collection
  }

  return {
    name: `cached-${storage.name}`,
    has: (name, keys, options) =>
      knowledgeResult(async () => {
        throwIfAborted(options)
        const { places } = await collectionOf(name).view()
        return new Set(keys.filter((key) => places.has(key)))
      }),
    add: (name, documents, options) =>
      knowledgeResult(async () => {
        throwIfAborted(options)
        await collectionOf(name).add(documents, options)
      }),
    read: (name, keys, options) =>
      knowledgeResult(async () => {
        throwIfAborted(options)
        return collectionOf(name).read(keys, options)
      }),
    lengths: (name, keys, options) =>
      knowledgeResult(async () => {
        throwIfAborted(options)
        const { places } = await collectionOf(name).view()
        const lengths = new Map<string, readonly number[]>()
        for (const key of keys) {
          const place = places.get(key)
          if (place !== undefined) lengths.set(key, place.segment.head.lengths[place.number] ?? [])
        }
        return lengths
      }),
    postings: (name, terms, options) =>
      knowledgeResult(async () => {
        throwIfAborted(options)
        return collectionOf(name).postings(terms, options)
      }),
    size: (name, options) =>
      knowledgeResult(async () => {
        throwIfAborted(options)
        return (await collectionOf(name).view()).places.size
      }),
    retain: (name, keys, options) =>
      knowledgeResult(async () => {
        throwIfAborted(options)
        await collectionOf(name).retain(keys, options)
      }),
    close() {
      collections.clear()
      return Promise.resolve()
    },
  }
}

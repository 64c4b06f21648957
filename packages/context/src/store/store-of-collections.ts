import type {
  CallOptions,
  KnowledgeCollection,
  KnowledgeDocument,
  KnowledgeError,
  KnowledgeStore,
  Posting,
} from '@chronicle/core/contracts'
import { catchDefects, ok, ResultAsync, safeTry } from '@chronicle/schema'
import { checkAborted, storeUnusableError } from './knowledge-failure.ts'

/**
 * One collection of a store, with the methods of `KnowledgeStore`. Methods that cannot fail may return a plain value.
 */
export interface StoreCollection {
  has(keys: readonly string[]): Answer<ReadonlySet<string>>
  add(documents: readonly KnowledgeDocument[], options?: CallOptions): Answer<void>
  read(keys: readonly string[], options?: CallOptions): Answer<ReadonlyMap<string, string>>
  lengths(keys: readonly string[]): Answer<ReadonlyMap<string, readonly number[]>>
  postings(terms: readonly string[], options?: CallOptions): Answer<ReadonlyMap<string, readonly Posting[]>>
  size(): Answer<number>
  retain(keys: ReadonlySet<string>, options?: CallOptions): Answer<void>
}

type Answer<T> = T | ResultAsync<T, KnowledgeError>

/** Creates a store of collections. Each collection is created on first use. */
export function createStoreOfCollections(
  name: string,
  createCollection: (name: KnowledgeCollection) => StoreCollection,
): KnowledgeStore {
  const collections = new Map<KnowledgeCollection, StoreCollection>()

  function ask<T>(
    collectionName: KnowledgeCollection,
    options: CallOptions | undefined,
    question: (collection: StoreCollection) => Answer<T>,
  ): ResultAsync<T, KnowledgeError> {
    const answer = (): ResultAsync<T, KnowledgeError> =>
      safeTry(async function* () {
        yield* checkAborted(options)
        let collection = collections.get(collectionName)
        if (collection === undefined) collections.set(collectionName, (collection = createCollection(collectionName)))
        const found = question(collection)
        return found instanceof ResultAsync ? found : ok(found)
      })
    // A storage implementation or its values may still throw.
    return catchDefects(answer, storeUnusableError)
  }

  return {
    name,
    has: (of, keys, options) => ask(of, options, (collection) => collection.has(keys)),
    add: (of, documents, options) => ask(of, options, (collection) => collection.add(documents, options)),
    read: (of, keys, options) => ask(of, options, (collection) => collection.read(keys, options)),
    lengths: (of, keys, options) => ask(of, options, (collection) => collection.lengths(keys)),
    postings: (of, terms, options) => ask(of, options, (collection) => collection.postings(terms, options)),
    size: (of, options) => ask(of, options, (collection) => collection.size()),
    retain: (of, keys, options) => ask(of, options, (collection) => collection.retain(keys, options)),
    close() {
      collections.clear()
      return Promise.resolve()
    },
  }
}

import type { CallOptions, KnowledgeError, KnowledgeStore } from '@chronicle/core/contracts'
import { ok, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import { guarded } from '../failure.ts'
import type { KnowledgeSnapshot } from '../knowledge/knowledge-snapshot.ts'
import { newestPromotions } from './newest-promotions.ts'

/** What a model said of a file's content. All texts are short, on one line, and data: nobody follows them. */
export interface FileMetadata {
  /** Area of the product or the business: `billing`. Empty: none. */
  readonly domain: string
  /** Part of the program: `invoice rendering`. Empty: none. */
  readonly module: string
  /** What the file is for, in one sentence. */
  readonly purpose: string
  /** Words that a task about the file could say, each once, in lower case. */
  readonly concepts: readonly string[]
}

/** A state of the repository, as far as metadata needs it. */
export type MetadataSnapshot = Pick<KnowledgeSnapshot, 'file' | 'store'>

/**
 * Returns the promoted metadata of files. Files without any are missing from the map; proposals that nobody promoted
 * do not count. Cheap where nothing was promoted.
 */
export function fileMetadata(
  { file, store }: MetadataSnapshot,
  paths: readonly RepoPath[],
  call: CallOptions = {},
): ResultAsync<ReadonlyMap<RepoPath, FileMetadata>, ContextError> {
  return guarded(async function* () {
    const newest = yield* newestPromotions(store, call)
    if (newest.size === 0) return ok(new Map<RepoPath, FileMetadata>())
    const keys = paths.flatMap((path) => {
      const key = newest.get(file(path)?.blob ?? '')?.key
      return key === undefined ? [] : [[path, key] as const]
    })
    return metadataByKey(store, new Map(keys), call)
  })
}

/** A document of the collection `metadata`. */
export interface StoredMetadata {
  /** Name of the model that said it. */
  readonly model: string
  readonly metadata: FileMetadata
}

/** Reads what is stored under the key of each item. Items without a document are missing from the map. */
export function metadataByKey<Item>(
  store: KnowledgeStore,
  keys: ReadonlyMap<Item, string>,
  call: CallOptions,
): ResultAsync<ReadonlyMap<Item, FileMetadata>, KnowledgeError> {
  return store.read('metadata', [...new Set(keys.values())], call).map(
    (values) =>
      new Map(
        [...keys].flatMap(([item, key]) => {
          const value = values.get(key)
          return value === undefined ? [] : [[item, (JSON.parse(value) as StoredMetadata).metadata] as const]
        }),
      ),
  )
}

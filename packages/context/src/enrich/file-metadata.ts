import type { CallOptions, KnowledgeError, KnowledgeStore } from '@chronicle/core/contracts'
import { ok, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { ContextError } from '../context-error.ts'
import { catchDefectsOf } from '../failure.ts'
import type { KnowledgeSnapshot } from '../knowledge/knowledge-snapshot.ts'
import { newestPromotions } from './newest-promotions.ts'

/**
 * A model's description of a file's content. All texts are short, on one line, and data: they are never followed as
 * instructions.
 */
export interface FileMetadata {
  /** Area of the product or business: `billing`. Empty: none. */
  readonly domain: string
  /** Part of the program: `invoice rendering`. Empty: none. */
  readonly module: string
  /** The purpose of the file, in one sentence. */
  readonly purpose: string
  /** Words that a task about the file may contain, each once, in lower case. */
  readonly concepts: readonly string[]
}

/** The parts of a knowledge snapshot that metadata needs. */
export type MetadataSnapshot = Pick<KnowledgeSnapshot, 'file' | 'store'>

/**
 * Returns the promoted metadata of files. Files without any are missing from the map; proposals that were not promoted
 * are ignored. Cheap if nothing was promoted.
 */
export function fileMetadata(
  { file, store }: MetadataSnapshot,
  paths: readonly RepoPath[],
  call: CallOptions = {},
): ResultAsync<ReadonlyMap<RepoPath, FileMetadata>, ContextError> {
  return catchDefectsOf(async function* () {
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
  /** Name of the model that wrote it. */
  readonly model: string
  readonly metadata: FileMetadata
}

/** Reads the metadata stored under the key of each item. Items without a document are missing from the map. */
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

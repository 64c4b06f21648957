import type { CodedError, ResultAsync } from '@chronicle/schema'
import type { CallOptions } from './call-options.ts'

/**
 * A store of the knowledge base's documents, searchable by term. A document never changes under its key, so a store is
 * never stale, only incomplete: the caller knows which documents belong to a state of the repository.
 *
 * Every method may be called concurrently, by several processes at once.
 */
export interface KnowledgeStore {
  readonly name: string
  /** Returns the given keys that the collection contains. */
  has(
    collection: KnowledgeCollection,
    keys: readonly string[],
    options?: CallOptions,
  ): ResultAsync<ReadonlySet<string>, KnowledgeError>
  /**
   * Adds documents. An existing key keeps its document. Either all of them become visible at once, or none. If the
   * process ends midway, the store is unchanged.
   */
  add(
    collection: KnowledgeCollection,
    documents: readonly KnowledgeDocument[],
    options?: CallOptions,
  ): ResultAsync<void, KnowledgeError>
  /** Reads the stored values. Unknown keys are missing from the map. */
  read(
    collection: KnowledgeCollection,
    keys: readonly string[],
    options?: CallOptions,
  ): ResultAsync<ReadonlyMap<string, string>, KnowledgeError>
  /** Returns the lengths of the documents. Unknown keys are missing from the map. */
  lengths(
    collection: KnowledgeCollection,
    keys: readonly string[],
    options?: CallOptions,
  ): ResultAsync<ReadonlyMap<string, readonly number[]>, KnowledgeError>
  /**
   * Returns the documents that contain each term, in key order. Terms without documents are missing from the map. Cost
   * grows with the terms and their postings, not with the collection.
   */
  postings(
    collection: KnowledgeCollection,
    terms: readonly string[],
    options?: CallOptions,
  ): ResultAsync<ReadonlyMap<string, readonly Posting[]>, KnowledgeError>
  /** Returns the number of documents in the collection. */
  size(collection: KnowledgeCollection, options?: CallOptions): ResultAsync<number, KnowledgeError>
  /** Removes every document whose key is not given. */
  retain(
    collection: KnowledgeCollection,
    keys: ReadonlySet<string>,
    options?: CallOptions,
  ): ResultAsync<void, KnowledgeError>
  /** Releases files and memory. May be called twice. */
  close(): Promise<void>
}

/**
 * `files`: contents of files, by blob and language. `commits`, `annotations`: by commit id. `vectors`, `metadata`: by
 * blob and model.
 */
export type KnowledgeCollection = 'files' | 'commits' | 'annotations' | 'vectors' | 'metadata'

/** A document in stored form. */
export interface KnowledgeDocument {
  /** Letters, digits, `.`, `_`, `:` and `-`. At most 200 characters. */
  readonly key: string
  /** Returned unchanged. JSON by convention. */
  readonly value: string
  /** Lengths of the fields for ranking, as non-negative integers. */
  readonly lengths: readonly number[]
  /** Terms with their counts: one or more non-negative integers, whose meaning is defined by the caller. */
  readonly terms: ReadonlyMap<string, readonly number[]>
}

/** A document that contains a term. */
export interface Posting {
  readonly key: string
  readonly counts: readonly number[]
}

/** Reasons why a store failed. `knowledge_store_unusable`: the stored data cannot be read or replaced. */
export type KnowledgeError = CodedError<'knowledge_store_unusable' | 'aborted'>

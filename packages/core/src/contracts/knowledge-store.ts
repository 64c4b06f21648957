import type { CodedError, ResultAsync } from '@chronicle/schema'
import type { CallOptions } from './call-options.ts'

/**
 * Where the knowledge base keeps documents and finds them by term. A document never changes under its key, so a store
 * is never stale, only incomplete: which documents belong to a state of the repository is the caller's knowledge.
 *
 * Every method may be called concurrently, by several processes at once.
 */
export interface KnowledgeStore {
  readonly name: string
  /** Those of the keys that the collection holds. */
  has(
    collection: KnowledgeCollection,
    keys: readonly string[],
    options?: CallOptions,
  ): ResultAsync<ReadonlySet<string>, KnowledgeError>
  /**
   * Adds documents. A key that is there already keeps its document. All of them become visible at once, or none. A
   * process that ends in the middle leaves the store as it was.
   */
  add(
    collection: KnowledgeCollection,
    documents: readonly KnowledgeDocument[],
    options?: CallOptions,
  ): ResultAsync<void, KnowledgeError>
  /** The stored values. Keys that are not held are missing from the map. */
  read(
    collection: KnowledgeCollection,
    keys: readonly string[],
    options?: CallOptions,
  ): ResultAsync<ReadonlyMap<string, string>, KnowledgeError>
  /** The lengths of the documents. Keys that are not held are missing from the map. */
  lengths(
    collection: KnowledgeCollection,
    keys: readonly string[],
    options?: CallOptions,
  ): ResultAsync<ReadonlyMap<string, readonly number[]>, KnowledgeError>
  /**
   * The documents that hold each term, in the order of their keys. Terms that no document holds are missing from the
   * map. Cost grows with the terms and their postings, not with the collection.
   */
  postings(
    collection: KnowledgeCollection,
    terms: readonly string[],
    options?: CallOptions,
  ): ResultAsync<ReadonlyMap<string, readonly Posting[]>, KnowledgeError>
  /** How many documents the collection holds. */
  size(collection: KnowledgeCollection, options?: CallOptions): ResultAsync<number, KnowledgeError>
  /** Removes every document whose key is not given. */
  retain(
    collection: KnowledgeCollection,
    keys: ReadonlySet<string>,
    options?: CallOptions,
  ): ResultAsync<void, KnowledgeError>
  /** Lets go of files and memory. Safe to call twice. */
  close(): Promise<void>
}

/** `files`: contents of files, by blob and language. `commits`, `annotations`: by commit id. `vectors`, `metadata`: by blob and model. */
export type KnowledgeCollection = 'files' | 'commits' | 'annotations' | 'vectors' | 'metadata'

/** A document as it is stored. */
export interface KnowledgeDocument {
  /** Letters, digits, `.`, `_`, `:` and `-`; at most 200. */
  readonly key: string
  /** Given back as it is; JSON by custom. */
  readonly value: string
  /** Lengths of the fields, non-negative integers, for ranking. */
  readonly lengths: readonly number[]
  /** Each term with its counts: non-negative integers, at least one, whose meaning is the caller's. */
  readonly terms: ReadonlyMap<string, readonly number[]>
}

/** One document that holds a term. */
export interface Posting {
  readonly key: string
  readonly counts: readonly number[]
}

/** Why a store failed. `knowledge_store_unusable`: what is there cannot be read or replaced. */
export type KnowledgeError = CodedError<'knowledge_store_unusable' | 'aborted'>

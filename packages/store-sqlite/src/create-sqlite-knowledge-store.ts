import { setTimeout as sleep } from 'node:timers/promises'
import {
  codedError,
  createQueue,
  type CallOptions,
  type KnowledgeCollection,
  type KnowledgeDocument,
  type KnowledgeError,
  type KnowledgeStore,
  type Posting,
} from '@chronicle/core/contracts'
import { err, ok, okAsync, safeTry, type ResultAsync } from '@chronicle/schema'
import { rollBack, type DatabaseFile } from './database-file.ts'
import {
  insertDocument,
  insertPostings,
  lengthsOf,
  readDirectory,
  readPostings,
  readValue,
  removeDocuments,
  type Directory,
  type StoredDocument,
} from './knowledge-rows.ts'
import { KNOWLEDGE_PREFIX, openKnowledgeFile } from './knowledge-tables.ts'
import { findPlace, type DatabasePlace } from './numbered-files.ts'
import { failureOf, messageOf } from './sqlite-failure.ts'
import { isSqliteAvailable } from './sqlite-module.ts'

/** The options of `createSqliteKnowledgeStore`. */
export interface SqliteKnowledgeStoreOptions {
  /**
   * The folder of the file, or a function that finds it on first use. If the function returns `undefined`, the store is
   * in memory.
   */
  readonly dir: string | (() => Promise<string | undefined>)
}

/**
 * Maximum number of attempts to get the write lock, and the pause between them in milliseconds. Together with SQLite's
 * own waits that is a minute, longer than any batch.
 */
const LOCK_ATTEMPTS = 600
const LOCK_PAUSE = 50

/** Maximum number of times a damaged file is replaced before the store fails. */
const MAX_REPLACEMENTS = 3

/** Number of postings collected before they are written. Bounds the memory needed for adding. */
const MAX_POSTINGS = 300_000

/** Number of documents added before a pause, in which the caller may abort. */
const DOCUMENTS_PER_TURN = 200

/**
 * Creates a knowledge store in an SQLite file that several processes can share. A damaged file is replaced, and its
 * documents are lost. Needs `isSqliteAvailable()`. Without it, and if the file cannot be stored, every call fails with
 * `knowledge_store_unusable`.
 */
export function createSqliteKnowledgeStore({ dir }: SqliteKnowledgeStoreOptions): KnowledgeStore {
  let file: DatabaseFile | undefined
  let place: DatabasePlace | undefined
  let damaged: number | undefined
  let folder: Promise<string | undefined> | undefined
  const queue = createQueue()
  /** Directories read at this `version`, which SQLite changes when another process has written. */
  let directories = new Map<KnowledgeCollection, Directory>()
  let version: number | undefined

  async function openFile(): Promise<DatabaseFile> {
    if (file !== undefined) return file
    const found = await (folder ??= typeof dir === 'string' ? Promise.resolve(dir) : dir())
    place = found === undefined ? undefined : findPlace(found, KNOWLEDGE_PREFIX, damaged)
    return (file = openKnowledgeFile(place))
  }

  function closeFile(): void {
    file?.close()
    file = undefined
    version = undefined
  }

  /** Must be called within a transaction. */
  function directoryOf(opened: DatabaseFile, collection: KnowledgeCollection): Directory {
    const now = Number(opened.statement('PRAGMA data_version').get()?.['data_version'])
    if (now !== version) directories = new Map()
    version = now
    let directory = directories.get(collection)
    if (directory === undefined) directories.set(collection, (directory = readDirectory(opened, collection)))
    return directory
  }

  /**
   * Runs the steps one after another, because they share a connection. Waits while others write, and replaces a damaged
   * file.
   */
  function run<T>(
    step: (opened: DatabaseFile) => T | Promise<T>,
    begin: string,
    options: CallOptions = {},
  ): ResultAsync<T, KnowledgeError> {
    return queue(options, () => runNow(step, begin, options))
  }

  function runNow<T>(
    step: (opened: DatabaseFile) => T | Promise<T>,
    begin: string,
    options?: CallOptions,
  ): ResultAsync<T, KnowledgeError> {
    return safeTry(async function* () {
      if (!isSqliteAvailable()) return err(storeUnusable(new Error(`Node ${process.version} has no node:sqlite`)))
      let replacements = 0
      for (let attempt = 1; ; attempt++) {
        if (options?.signal?.aborted === true) return err(aborted())
        try {
          return ok(await transact(await openFile(), step, begin))
        } catch (error) {
          if (error instanceof AbortedError) return err(aborted())
          const failure = failureOf(error)
          if (failure === 'busy' && attempt < LOCK_ATTEMPTS) {
            await sleep(LOCK_PAUSE)
          } else if (failure === 'damaged' && replacements++ < MAX_REPLACEMENTS) {
            damaged = place?.number
            closeFile()
          } else {
            closeFile()
            return err(storeUnusable(error))
          }
        }
      }
    })
  }

  async function transact<T>(
    opened: DatabaseFile,
    step: (opened: DatabaseFile) => T | Promise<T>,
    begin: string,
  ): Promise<T> {
    opened.exec(begin)
    let committed = false
    try {
      const result = await step(opened)
      opened.exec('COMMIT')
      committed = true
      return result
    } finally {
      if (!committed) {
        // The rollback also removes the documents that were added to the directories.
        version = undefined
        rollBack(opened)
      }
    }
  }

  /** Returns a part of each stored document. */
  function readEach<T>(
    collection: KnowledgeCollection,
    keys: readonly string[],
    part: (opened: DatabaseFile, document: StoredDocument) => T,
    options?: CallOptions,
  ): ResultAsync<ReadonlyMap<string, T>, KnowledgeError> {
    return run(
      (opened) => {
        const { byKey } = directoryOf(opened, collection)
        const found = new Map<string, T>()
        for (const key of keys) {
          const document = byKey.get(key)
          if (document !== undefined) found.set(key, part(opened, document))
        }
        return found
      },
      'BEGIN',
      options,
    )
  }

  async function insert(
    opened: DatabaseFile,
    collection: KnowledgeCollection,
    documents: readonly KnowledgeDocument[],
    options?: CallOptions,
  ): Promise<void> {
    const directory = directoryOf(opened, collection)
    const { byKey, byId } = directory
    let inserted: (readonly [number, KnowledgeDocument])[] = []
    let postings = 0
    // In the order of keys, postings consist of sorted runs, which are fast to sort.
    const sorted = [...documents].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    for (const [number, document] of sorted.entries()) {
      if (byKey.has(document.key)) continue
      const id = insertDocument(opened, collection, document)
      const stored = { id, key: document.key, lengths: JSON.stringify(document.lengths), rank: 0 }
      directory.ranked = false
      byKey.set(document.key, stored)
      byId.set(id, stored)
      inserted.push([id, document])
      postings += document.terms.size
      if (postings >= MAX_POSTINGS) {
        insertPostings(opened, collection, inserted)
        inserted = []
        postings = 0
      }
      if (number % DOCUMENTS_PER_TURN === DOCUMENTS_PER_TURN - 1) await sleep(0)
      if (options?.signal?.aborted === true) throw new AbortedError()
    }
    if (inserted.length > 0) insertPostings(opened, collection, inserted)
  }

  return {
    name: 'sqlite',
    has: (collection, keys, options) =>
      readEach(collection, keys, () => true, options).map((found) => new Set(found.keys())),
    add: (collection, documents, options) =>
      run((opened) => insert(opened, collection, documents, options), 'BEGIN IMMEDIATE', options),
    read: (collection, keys, options) => readEach(collection, keys, readValue, options),
    lengths: (collection, keys, options) => readEach(collection, keys, (_, document) => lengthsOf(document), options),
    postings: (collection, terms, options) =>
      run(
        (opened) => {
          const directory = directoryOf(opened, collection)
          const found = new Map<string, readonly Posting[]>()
          for (const term of terms) {
            const postings = readPostings(opened, collection, term, directory)
            if (postings.length > 0) found.set(term, postings)
          }
          return found
        },
        'BEGIN',
        options,
      ),
    size: (collection, options) => run((opened) => directoryOf(opened, collection).byKey.size, 'BEGIN', options),
    retain: (collection, keys, options) =>
      run(
        (opened) => {
          const directory = directoryOf(opened, collection)
          const removed = [...directory.byKey.values()].filter(({ key }) => !keys.has(key))
          if (removed.length === 0) return
          const ids = removed.map(({ id }) => id)
          removeDocuments(opened, collection, ids, directory)
          for (const { id, key } of removed) {
            directory.byKey.delete(key)
            directory.byId.delete(id)
          }
        },
        'BEGIN IMMEDIATE',
        options,
      ),
    async close() {
      await queue({}, () => okAsync(closeFile())).then(() => undefined)
    },
  }
}

class AbortedError extends Error {
  override readonly name = 'AbortedError'
}

function aborted(): KnowledgeError {
  return codedError('aborted', 'Aborted while working on the knowledge base.')
}

function storeUnusable(cause: unknown): KnowledgeError {
  return codedError('knowledge_store_unusable', `The knowledge base cannot be used: ${messageOf(cause)}.`, { cause })
}

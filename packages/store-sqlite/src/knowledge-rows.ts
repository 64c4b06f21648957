import type { KnowledgeCollection, KnowledgeDocument, Posting } from '@chronicle/core/contracts'
import type { DatabaseFile } from './database-file.ts'
import { packPostings, unpackPostings, type DocumentCounts } from './packed-postings.ts'
import { DamagedIndexError } from './sqlite-failure.ts'
import type { SqlRow } from './sqlite-module.ts'
import { packText, parseStoredJson, unpackText } from './stored-values.ts'

/** Number of posting rows rewritten at a time when removed documents are deleted from them. */
const REWRITTEN_ROWS = 1_000

/** A document without its value and terms. */
export interface StoredDocument {
  readonly id: number
  readonly key: string
  /** As JSON. */
  readonly lengths: string
  /** Its position in the order of keys. `rankDocuments` sets it for documents added since the directory was read. */
  rank: number
}

/** The documents of a collection, by key and by id. */
export interface Directory {
  readonly byKey: Map<string, StoredDocument>
  readonly byId: Map<number, StoredDocument>
  /** Whether all documents have their current rank. */
  ranked: boolean
}

export function readDirectory(file: DatabaseFile, collection: KnowledgeCollection): Directory {
  const rows = file.statement('SELECT id, key, lengths FROM document WHERE collection = ?').all(collection)
  const documents = rows.map((row) => ({
    id: Number(row['id']),
    key: unpackText(row['key']),
    lengths: String(row['lengths']),
    rank: 0,
  }))
  return {
    byKey: new Map(documents.map((document) => [document.key, document])),
    byId: new Map(documents.map((document) => [document.id, document])),
    ranked: false,
  }
}

/** Ranks the documents in the order of their keys, so that postings can be sorted by number. */
function rankDocuments(directory: Directory): void {
  if (directory.ranked) return
  for (const [rank, key] of [...directory.byKey.keys()].sort().entries()) {
    const document = directory.byKey.get(key)
    if (document !== undefined) document.rank = rank
  }
  directory.ranked = true
}

export function lengthsOf({ lengths }: StoredDocument): readonly number[] {
  const parsed = parseStoredJson(lengths)
  if (!Array.isArray(parsed)) throw new DamagedIndexError('lengths are missing')
  return parsed as readonly number[]
}

export function readValue(file: DatabaseFile, { id }: StoredDocument): string {
  return unpackText(file.statement('SELECT text FROM value WHERE id = ?').get(id)?.['text'])
}

export function insertDocument(
  file: DatabaseFile,
  collection: KnowledgeCollection,
  { key, value, lengths }: KnowledgeDocument,
): number {
  const { lastInsertRowid } = file
    .statement('INSERT INTO document (collection, key, lengths) VALUES (?, ?, ?)')
    .run(collection, packText(key), JSON.stringify(lengths))
  const id = Number(lastInsertRowid)
  file.statement('INSERT INTO value VALUES (?, ?)').run(id, packText(value))
  return id
}

/** Inserts the postings of inserted documents, in the order of their ids. */
export function insertPostings(
  file: DatabaseFile,
  collection: KnowledgeCollection,
  documents: readonly (readonly [id: number, document: KnowledgeDocument])[],
): void {
  const terms = new Map<string, DocumentCounts[]>()
  for (const [id, document] of documents) {
    for (const [term, counts] of document.terms) {
      const postings = terms.get(term)
      if (postings === undefined) terms.set(term, [[id, counts]])
      else postings.push([id, counts])
    }
  }
  const first = documents[0]?.[0] ?? 0
  const insert = file.statement('INSERT INTO posting VALUES (?, ?, ?, ?)')
  // Roughly in the order of the table, so that pages are filled one after another.
  for (const term of [...terms.keys()].sort()) {
    insert.run(collection, packText(term), first, packPostings(terms.get(term) ?? []))
  }
}

export function readPostings(
  file: DatabaseFile,
  collection: KnowledgeCollection,
  term: string,
  directory: Directory,
): readonly Posting[] {
  rankDocuments(directory)
  const { byId } = directory
  const rows = file
    .statement('SELECT documents FROM posting WHERE collection = ? AND term = ?')
    .all(collection, packText(term))
  const found: (readonly [document: StoredDocument, counts: readonly number[]])[] = []
  for (const row of rows) {
    for (const [id, counts] of unpackPostings(blobOf(row))) {
      const document = byId.get(id)
      if (document !== undefined) found.push([document, counts])
    }
  }
  found.sort(([a], [b]) => a.rank - b.rank)
  return found.map(([{ key }, counts]) => ({ key, counts }))
}

/** Removes documents. When removed documents outnumber the others, also deletes their postings. */
export function removeDocuments(
  file: DatabaseFile,
  collection: KnowledgeCollection,
  ids: readonly number[],
  { byId }: Directory,
): void {
  for (const id of ids) {
    file.statement('DELETE FROM document WHERE id = ?').run(id)
    file.statement('DELETE FROM value WHERE id = ?').run(id)
  }
  const before = Number(
    file.statement('SELECT documents FROM removed WHERE collection = ?').get(collection)?.['documents'] ?? 0,
  )
  let removed = before + ids.length
  if (removed > byId.size - ids.length) {
    const gone = new Set(ids)
    rewritePostings(file, collection, (id) => byId.has(id) && !gone.has(id))
    removed = 0
  }
  file.statement('INSERT OR REPLACE INTO removed VALUES (?, ?)').run(collection, removed)
}

function rewritePostings(file: DatabaseFile, collection: KnowledgeCollection, stays: (id: number) => boolean): void {
  const select = file.statement(
    'SELECT term, first, documents FROM posting WHERE collection = ? AND (term, first) > (?, ?) ORDER BY term, first LIMIT ?',
  )
  const remove = file.statement('DELETE FROM posting WHERE collection = ? AND term = ? AND first = ?')
  const replace = file.statement('UPDATE posting SET documents = ? WHERE collection = ? AND term = ? AND first = ?')
  let [term, first] = ['', -1]
  for (;;) {
    const rows = select.all(collection, term, first, REWRITTEN_ROWS)
    for (const row of rows) {
      term = String(row['term'])
      first = Number(row['first'])
      const postings = unpackPostings(blobOf(row))
      const kept = postings.filter(([id]) => stays(id))
      if (kept.length === 0) remove.run(collection, term, first)
      else if (kept.length < postings.length) replace.run(packPostings(kept), collection, term, first)
    }
    if (rows.length < REWRITTEN_ROWS) return
  }
}

function blobOf(row: SqlRow): Uint8Array {
  const blob = row['documents']
  if (!(blob instanceof Uint8Array)) throw new DamagedIndexError('a list of postings is missing')
  return blob
}

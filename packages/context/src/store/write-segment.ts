import type { CallOptions, KnowledgeDocument, KnowledgeError } from '@chronicle/core/contracts'
import { ok, safeTry, type ResultAsync } from '@chronicle/schema'
import { hashOf } from './checksum.ts'
import { createCountsTable } from './counts-table.ts'
import { compareKeys } from './document-order.ts'
import { checkAborted, isAborted } from './knowledge-failure.ts'
import type { SegmentEntry } from './manifest.ts'
import { packHead } from './segment-head.ts'
import type { Part, PartWriter } from './segment-parts.ts'
import { bucketOf, compareTerms, packBucket, termHash, type PackedTerm } from './term-bucket.ts'
import { createValueChunks } from './value-chunks.ts'

/** Maximum number of postings in a segment that is written from documents, which limits memory to about 50 MB. */
const MAX_POSTINGS = 750_000

/** Approximate size of a bucket in bytes. A query reads one bucket for each of its terms. */
const BUCKET_SIZE = 49_152

/** Approximate sizes of a posting and a term in bytes. */
const POSTING_BYTES = 3
const TERM_BYTES = 24

/** Divides documents into groups of one segment each. */
export function* segmentsOf(documents: readonly KnowledgeDocument[]): Iterable<readonly KnowledgeDocument[]> {
  let part: KnowledgeDocument[] = []
  let postings = 0
  for (const document of documents) {
    if (part.length > 0 && postings + document.terms.size > MAX_POSTINGS) {
      yield part
      part = []
      postings = 0
    }
    part.push(document)
    postings += document.terms.size
  }
  if (part.length > 0) yield part
}

/**
 * Returns the id of a segment with these documents. It is derived from their keys, so that after an interruption the
 * next attempt overwrites the same parts.
 */
export function segmentId(keys: Iterable<string>, origin: string = ''): string {
  let [first, second] = [hashOf(origin), hashOf(origin, 1)]
  for (const key of keys) {
    first = hashOf(key, Math.imul(first, 31))
    second = hashOf(key, Math.imul(second, 37) + 1)
  }
  return [first, second].map((hash) => hash.toString(16).padStart(8, '0')).join('')
}

/** Returns the number of hash bits that select a bucket, so that buckets have a good size. */
export function bucketBits(bytes: number): number {
  return Math.min(16, Math.max(0, Math.ceil(Math.log2(bytes / BUCKET_SIZE))))
}

/**
 * Writes a segment with the given documents, whose keys must differ. The segment belongs to the collection once the
 * writer has finished and a manifest lists it.
 */
export function writeSegment(
  documents: readonly KnowledgeDocument[],
  writer: PartWriter,
  options?: CallOptions,
): ResultAsync<SegmentEntry, KnowledgeError> {
  return safeTry(async function* () {
    const sorted = [...documents].sort(compareKeys)
    const keys = sorted.map(({ key }) => key)
    const id = segmentId(keys)
    const values = createValueChunks(id, writer)
    for (const { value } of sorted) {
      if (isAborted(options)) yield* checkAborted(options)
      await values.add(value)
    }
    const stored = await values.finish()
    const buckets = yield* writePostings(id, sorted, writer, options)
    const lengths = sorted.map((document) => document.lengths)
    const head = await writer.write(`${id}-h`, packHead({ keys, lengths, ...stored, buckets }))
    return ok({ id, size: keys.length, head, removed: [] })
  })
}

function writePostings(
  id: string,
  documents: readonly KnowledgeDocument[],
  writer: PartWriter,
  options?: CallOptions,
): ResultAsync<readonly Part[], KnowledgeError> {
  return safeTry(async function* () {
    const { terms, rows } = invert(documents)
    const sorted = terms.sort(compareTerms)
    const postings = documents.reduce((sum, document) => sum + document.terms.size, 0)
    const bits = bucketBits(sorted.length * TERM_BYTES + postings * POSTING_BYTES)
    const buckets: Part[] = []
    let start = 0
    for (let bucket = 0; bucket < 2 ** bits; bucket++) {
      yield* checkAborted(options)
      let end = start
      while (end < sorted.length && bucketOf(sorted[end]?.hash ?? 0, bits) === bucket) end++
      buckets.push(await writer.write(`${id}-p${bucket}`, packBucket(sorted.slice(start, end), rows)))
      start = end
    }
    return ok(buckets)
  })
}

/**
 * Returns the postings of each term. Uses three integer arrays, because there may be hundreds of thousands of postings.
 */
function invert(documents: readonly KnowledgeDocument[]): {
  readonly terms: PackedTerm[]
  readonly rows: readonly (readonly number[])[]
} {
  const numbers = new Map<string, number>()
  const frequencies: number[] = []
  const counts = createCountsTable()
  const total = documents.reduce((sum, document) => sum + document.terms.size, 0)
  /** For each posting, document by document: the number of its term and the number of its counts. */
  const termOf = new Int32Array(total)
  const countsOf = new Int32Array(total)
  let posting = 0
  for (const document of documents) {
    for (const [term, of] of document.terms) {
      let number = numbers.get(term)
      if (number === undefined) {
        number = frequencies.push(0) - 1
        numbers.set(term, number)
      }
      frequencies[number] = (frequencies[number] ?? 0) + 1
      termOf[posting] = number
      countsOf[posting++] = counts.idOf(of)
    }
  }
  const starts = new Int32Array(frequencies.length)
  for (let number = 1; number < starts.length; number++) {
    starts[number] = (starts[number - 1] ?? 0) + 2 * (frequencies[number - 1] ?? 0)
  }
  const packed = new Int32Array(total * 2)
  const next = starts.slice()
  posting = 0
  for (const [document, { terms }] of documents.entries()) {
    for (let left = terms.size; left > 0; left--, posting++) {
      const term = termOf[posting] ?? 0
      const at = next[term] ?? 0
      packed[at] = document
      packed[at + 1] = countsOf[posting] ?? 0
      next[term] = at + 2
    }
  }
  const terms = [...numbers].map(([term, number]) => ({
    term,
    hash: termHash(term),
    packed,
    start: starts[number] ?? 0,
    end: next[number] ?? 0,
  }))
  return { terms, rows: counts.rows }
}

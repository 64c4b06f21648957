import { compareText } from '@chronicle/schema'
import { createByteReader } from './byte-reader.ts'
import { createByteWriter } from './byte-writer.ts'
import { hashOf } from './checksum.ts'
import { createCountsTable } from './counts-table.ts'
import { readText } from './term-text.ts'

/*
 * A bucket contains the postings of the terms whose hashes begin with the same bits:
 *
 *   number of terms              4 bytes
 *   hash and place of each term  8 bytes each, in the order of the hashes
 *   number of lists of counts    varint; each list: its length and its counts, varints
 *   for each term                length of its bytes, its bytes, number of postings; for each posting the difference
 *                                of its document number to the previous one, and the number of its list of counts
 */

/** The postings of a term: pairs of a document number, ascending, and the number of its list of counts. */
export interface PackedTerm {
  readonly term: string
  readonly hash: number
  readonly packed: ArrayLike<number>
  /** The range of `packed` that belongs to the term. */
  readonly start: number
  readonly end: number
}

export interface TermBucket {
  /** The lists of counts that its terms refer to. */
  readonly rows: readonly (readonly number[])[]
  /** Returns the postings of a term. Numbers of counts refer to `rows`. */
  find(term: string): PackedTerm | undefined
  /** Returns the terms whose hashes are at least `low` and below `high`, in the order of `compareTerms`. */
  between(low: number, high: number): Iterable<PackedTerm>
}

const HEADER = 4
const ROW = 8

/** Initial size in bytes, which avoids copying while a bucket grows. */
const EXPECTED_SIZE = 65_536

/** Compares terms in the order of a segment. */
export function compareTerms(a: PackedTerm, b: PackedTerm): number {
  return a.hash - b.hash || compareText(a.term, b.term)
}

/** Returns the hash that determines a term's bucket. */
export function termHash(term: string): number {
  return hashOf(term)
}

/** Returns the bucket of a hash among `2 ** bits` buckets, which are in the order of the hashes. */
export function bucketOf(hash: number, bits: number): number {
  return bits === 0 ? 0 : hash >>> (32 - bits)
}

/** Serialises a bucket. `terms` must be in the order of `compareTerms`; their numbers of counts refer to `rows`. */
export function packBucket(terms: readonly PackedTerm[], rows: readonly (readonly number[])[]): Uint8Array {
  const table = createCountsTable()
  const ids = new Map<number, number>()
  const entries = createByteWriter(EXPECTED_SIZE)
  const places: number[] = []
  for (const { term, packed, start, end } of terms) {
    places.push(entries.length)
    entries.text(term)
    entries.varint((end - start) / 2)
    let last = 0
    for (let at = start; at < end; at += 2) {
      const document = packed[at] ?? 0
      const row = packed[at + 1] ?? 0
      let id = ids.get(row)
      if (id === undefined) ids.set(row, (id = table.idOf(rows[row] ?? [])))
      entries.varint(document - last)
      entries.varint(id)
      last = document
    }
  }
  const counts = createByteWriter()
  counts.varint(table.rows.length)
  for (const row of table.rows) {
    counts.varint(row.length)
    for (const count of row) counts.varint(count)
  }
  const first = HEADER + terms.length * ROW + counts.length
  const bucket = createByteWriter(first + entries.length)
  bucket.uint32(terms.length)
  for (const [number, { hash }] of terms.entries()) {
    bucket.uint32(hash)
    bucket.uint32(first + (places[number] ?? 0))
  }
  bucket.bytes(counts.toBytes())
  bucket.bytes(entries.toBytes())
  return bucket.toBytes()
}

/** Opens a bucket whose checksum was verified. */
export function openBucket(bytes: Uint8Array): TermBucket {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = view.getUint32(0, true)
  const reader = createByteReader(bytes)
  const rows = readCounts(bytes, HEADER + size * ROW)
  const hashAt = (number: number): number => view.getUint32(HEADER + number * ROW, true)

  function firstFrom(hash: number): number {
    let low = 0
    let high = size
    while (low < high) {
      const middle = (low + high) >>> 1
      if (hashAt(middle) < hash) low = middle + 1
      else high = middle
    }
    return low
  }

  function termAt(number: number, hash: number, wanted?: string): PackedTerm | undefined {
    reader.moveTo(view.getUint32(HEADER + number * ROW + 4, true))
    const term = readText(reader.bytes(reader.varint()))
    if (wanted !== undefined && term !== wanted) return undefined
    const packed: number[] = []
    let document = 0
    for (let left = reader.varint(); left > 0; left--) {
      document += reader.varint()
      packed.push(document, reader.varint())
    }
    return { term, hash, packed, start: 0, end: packed.length }
  }

  return {
    rows,
    find(term) {
      const hash = termHash(term)
      for (let number = firstFrom(hash); number < size && hashAt(number) === hash; number++) {
        const found = termAt(number, hash, term)
        if (found !== undefined) return found
      }
      return undefined
    },
    *between(low, high) {
      for (let number = firstFrom(low); number < size; number++) {
        const hash = hashAt(number)
        if (hash >= high) return
        const found = termAt(number, hash)
        if (found !== undefined) yield found
      }
    },
  }
}

function readCounts(bytes: Uint8Array, start: number): readonly (readonly number[])[] {
  const reader = createByteReader(bytes, start)
  return Array.from({ length: reader.varint() }, () => Array.from({ length: reader.varint() }, () => reader.varint()))
}

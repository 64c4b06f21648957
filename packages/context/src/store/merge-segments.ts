import type { CallOptions, KnowledgeError } from '@chronicle/core/contracts'
import { ok, okAsync, safeTry, type ResultAsync } from '@chronicle/schema'
import { readValueBytes, type DocumentPlace, type ViewedSegment } from './collection-view.ts'
import { compareKeys } from './document-order.ts'
import { checkAborted, isAborted } from './knowledge-failure.ts'
import type { SegmentEntry } from './manifest.ts'
import { packHead, type SegmentHead } from './segment-head.ts'
import type { Part, PartWriter } from './segment-parts.ts'
import { bitsOf, type MissingPartError, type SegmentReader } from './segment-reader.ts'
import { compareTerms, packBucket, type PackedTerm } from './term-bucket.ts'
import { bucketBits, segmentId } from './write-segment.ts'
import { CHUNK_SIZE, createValueChunks } from './value-chunks.ts'

interface MergedDocument extends DocumentPlace {
  readonly key: string
}

/** A segment whose postings are merged. */
interface Source {
  readonly segment: ViewedSegment
  /** The new number of each document, or -1 for a dropped one. */
  readonly renumbered: Int32Array
}

/**
 * Writes one segment with the documents of several. Returns `undefined` if no document is left. Value chunks that are
 * large and full enough are reused, so mostly postings are copied, one bucket at a time.
 */
export function mergeSegments(
  segments: readonly ViewedSegment[],
  writer: PartWriter,
  reader: SegmentReader,
  options?: CallOptions,
): ResultAsync<SegmentEntry | undefined, KnowledgeError | MissingPartError> {
  const documents = documentsOf(segments)
  if (documents.length === 0) return okAsync(undefined)
  return safeTry(async function* () {
    const keys = documents.map(({ key }) => key)
    const id = segmentId(keys, segments.map(({ entry }) => entry.id).join())
    const stored = yield* mergeValues(id, documents, segments, writer, reader, options)
    const buckets = yield* mergePostings(id, sourcesOf(segments, documents), writer, reader, options)
    const lengths = documents.map(({ segment, number }) => segment.head.lengths[number] ?? [])
    const head = await writer.write(`${id}-h`, packHead({ keys, lengths, ...stored, buckets }))
    return ok({ id, size: keys.length, head, removed: [] })
  })
}

function documentsOf(segments: readonly ViewedSegment[]): readonly MergedDocument[] {
  const documents: MergedDocument[] = []
  for (const segment of segments) {
    for (const [number, key] of segment.head.keys.entries()) {
      if (!segment.hidden.has(number)) documents.push({ segment, number, key })
    }
  }
  return documents.sort(compareKeys)
}

function sourcesOf(segments: readonly ViewedSegment[], documents: readonly MergedDocument[]): readonly Source[] {
  const sources = new Map(
    segments.map((segment) => [segment, { segment, renumbered: new Int32Array(segment.head.keys.length).fill(-1) }]),
  )
  for (const [number, document] of documents.entries()) {
    const source = sources.get(document.segment)
    if (source !== undefined) source.renumbered[document.number] = number
  }
  return [...sources.values()]
}

function mergeValues(
  id: string,
  documents: readonly MergedDocument[],
  segments: readonly ViewedSegment[],
  writer: PartWriter,
  reader: SegmentReader,
  options?: CallOptions,
): ResultAsync<Pick<SegmentHead, 'places' | 'escaped' | 'chunks'>, KnowledgeError | MissingPartError> {
  return safeTry(async function* () {
    const usedOn = new Map(segments.map((segment) => [segment, reusableChunks(segment)]))
    const values = createValueChunks(id, writer)
    for (const document of documents) {
      if (isAborted(options)) yield* checkAborted(options)
      const { segment, number } = document
      const escaped = segment.escaped.has(number)
      const [chunk = 0, start = 0, size = 0] = segment.head.places.slice(number * 3, number * 3 + 3)
      const part = usedOn.get(segment)?.get(chunk)
      if (part === undefined) await values.addBytes(yield* await readValueBytes(document, reader), escaped)
      else values.addPlace(part, start, size, escaped)
    }
    return ok(await values.finish())
  })
}

/** Returns the chunks of a segment that are large and at least half full of values that are not removed. */
function reusableChunks({ head, hidden }: ViewedSegment): ReadonlyMap<number, Part> {
  const full = head.chunks.map(() => 0)
  for (let number = 0; number < head.keys.length; number++) {
    const chunk = head.places[number * 3] ?? 0
    if (!hidden.has(number)) full[chunk] = (full[chunk] ?? 0) + (head.places[number * 3 + 2] ?? 0)
  }
  const enough = (chunk: number, { size }: Part): boolean => (full[chunk] ?? 0) * 2 >= Math.max(CHUNK_SIZE, size)
  return new Map([...head.chunks.entries()].filter(([chunk, part]) => enough(chunk, part)))
}

function mergePostings(
  id: string,
  sources: readonly Source[],
  writer: PartWriter,
  reader: SegmentReader,
  options?: CallOptions,
): ResultAsync<readonly Part[], KnowledgeError | MissingPartError> {
  return safeTry(async function* () {
    const size = sources.reduce((sum, { segment }) => sum + sizeOf(segment), 0)
    const bits = bucketBits(size)
    const width = 2 ** (32 - bits)
    const buckets: Part[] = []
    for (let bucket = 0; bucket < 2 ** bits; bucket++) {
      yield* checkAborted(options)
      const { terms, rows } = yield* mergeTerms(sources, bucket * width, (bucket + 1) * width, reader)
      buckets.push(await writer.write(`${id}-p${bucket}`, packBucket(terms, rows)))
    }
    return ok(buckets)
  })
}

/** Returns the approximate number of bytes of the remaining postings. */
function sizeOf({ head, hidden }: ViewedSegment): number {
  const all = head.buckets.reduce((sum, { size }) => sum + size, 0)
  return all * (1 - hidden.size / head.keys.length)
}

/** Merges the postings of the terms whose hashes are at least `low` and below `high`. */
function mergeTerms(
  sources: readonly Source[],
  low: number,
  high: number,
  reader: SegmentReader,
): ResultAsync<
  { readonly terms: readonly PackedTerm[]; readonly rows: readonly (readonly number[])[] },
  MissingPartError
> {
  return safeTry(async function* () {
    const rows: (readonly number[])[] = []
    const merged = new Map<string, { readonly term: string; readonly hash: number; packed: readonly number[] }>()
    for (const { segment, renumbered } of sources) {
      const width = 2 ** (32 - bitsOf(segment.head))
      for (let number = Math.floor(low / width); number * width < high; number++) {
        const bucket = yield* await reader.bucket(segment, number)
        const firstRow = rows.length
        for (const row of bucket.rows) rows.push(row)
        for (const { term, hash, packed } of bucket.between(low, high)) {
          const kept: number[] = []
          for (let at = 0; at < packed.length; at += 2) {
            const document = renumbered[packed[at] ?? 0] ?? -1
            if (document >= 0) kept.push(document, firstRow + (packed[at + 1] ?? 0))
          }
          if (kept.length === 0) continue
          const known = merged.get(term)
          if (known === undefined) merged.set(term, { term, hash, packed: kept })
          else known.packed = mergePacked(known.packed, kept)
        }
      }
    }
    const terms = [...merged.values()].map((term) => ({ ...term, start: 0, end: term.packed.length }))
    return ok({ terms: terms.sort(compareTerms), rows })
  })
}

/** Merges two lists of pairs, each ascending in the first element of a pair. */
function mergePacked(a: readonly number[], b: readonly number[]): number[] {
  const merged: number[] = []
  let [left, right] = [0, 0]
  while (left < a.length || right < b.length) {
    if (right >= b.length || (left < a.length && (a[left] ?? 0) < (b[right] ?? 0))) {
      merged.push(a[left] ?? 0, a[left + 1] ?? 0)
      left += 2
    } else {
      merged.push(b[right] ?? 0, b[right + 1] ?? 0)
      right += 2
    }
  }
  return merged
}

import type { Posting } from '@chronicle/core/contracts'
import { ok, safeTry, type Result, type ResultAsync } from '@chronicle/schema'
import { compareKeys } from './document-order.ts'
import type { MissingPartError, Segment, SegmentReader } from './segment-reader.ts'
import { bitsOf } from './segment-reader.ts'
import { bucketOf, termHash } from './term-bucket.ts'
import { unpackValue } from './value-chunks.ts'

/** Location of the document of a key. */
export interface DocumentPlace {
  readonly segment: ViewedSegment
  readonly number: number
}

/** A segment in one state of a collection. */
export interface ViewedSegment extends Segment {
  /** Documents that do not count: removed, or also contained in an earlier segment. */
  readonly hidden: ReadonlySet<number>
  readonly escaped: ReadonlySet<number>
}

/** The documents of a collection as one manifest lists them. */
export interface CollectionView {
  readonly segments: readonly ViewedSegment[]
  readonly places: ReadonlyMap<string, DocumentPlace>
}

export function createCollectionView(segments: readonly Segment[]): CollectionView {
  const places = new Map<string, DocumentPlace>()
  const viewed = segments.map((segment) => {
    const hidden = new Set(segment.entry.removed)
    const seen: ViewedSegment = { ...segment, hidden, escaped: new Set(segment.head.escaped) }
    for (const [number, key] of segment.head.keys.entries()) {
      if (hidden.has(number)) continue
      if (places.has(key)) hidden.add(number)
      else places.set(key, { segment: seen, number })
    }
    return seen
  })
  return { segments: viewed, places }
}

/** Reads the value of a document in stored form. */
export async function readValueBytes(
  { segment, number }: DocumentPlace,
  reader: SegmentReader,
): Promise<Result<Uint8Array, MissingPartError>> {
  const [chunk = 0, start = 0, size = 0] = segment.head.places.slice(number * 3, number * 3 + 3)
  return (await reader.chunk(segment, chunk)).map((bytes) => bytes.subarray(start, start + size))
}

export async function readValue(
  place: DocumentPlace,
  reader: SegmentReader,
): Promise<Result<string, MissingPartError>> {
  return (await readValueBytes(place, reader)).map((bytes) =>
    unpackValue(bytes, place.segment.escaped.has(place.number)),
  )
}

/** Reads the postings of a term over all segments, in key order. */
export function readPostings(
  view: CollectionView,
  term: string,
  reader: SegmentReader,
): ResultAsync<readonly Posting[], MissingPartError> {
  return safeTry(async function* () {
    const postings: Posting[] = []
    const hash = termHash(term)
    let sources = 0
    for (const segment of view.segments) {
      const bucket = yield* await reader.bucket(segment, bucketOf(hash, bitsOf(segment.head)))
      const packed = bucket.find(term)?.packed ?? []
      const { hidden, head } = segment
      for (let at = 0; at < packed.length; at += 2) {
        const number = packed[at] ?? 0
        if (hidden.size > 0 && hidden.has(number)) continue
        postings.push({ key: head.keys[number] ?? '', counts: bucket.rows[packed[at + 1] ?? 0] ?? [] })
      }
      if (packed.length > 0) sources++
    }
    return ok(sources > 1 ? postings.sort(compareKeys) : postings)
  })
}

/** Returns the names of a segment's parts. */
export function partNames({ entry, head }: Segment): readonly string[] {
  return [entry.head, ...head.chunks, ...head.buckets].map(({ name }) => name)
}

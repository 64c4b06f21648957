import type { CacheStorage, KnowledgeCollection } from '@chronicle/core/contracts'
import { err, ok, ResultAsync, type Result } from '@chronicle/schema'
import type { SegmentEntry } from './manifest.ts'
import { parseHead, type SegmentHead } from './segment-head.ts'
import { readPart, type Part } from './segment-parts.ts'
import { openBucket, type TermBucket } from './term-bucket.ts'

/** Maximum size of the cache of buckets and chunks, in bytes. */
const MAX_KEPT = 8_388_608

/** The segment that has a missing or damaged part. It may have been merged into another one meanwhile. */
export interface MissingPartError {
  readonly code: 'part_lost'
  readonly segment: SegmentEntry
}

/** A segment with its parsed head. */
export interface Segment {
  readonly entry: SegmentEntry
  readonly head: SegmentHead
}

/** Reads the parts of a collection's segments. */
export interface SegmentReader {
  head(entry: SegmentEntry): ResultAsync<SegmentHead, MissingPartError>
  bucket(segment: Segment, number: number): Promise<Result<TermBucket, MissingPartError>>
  chunk(segment: Segment, number: number): Promise<Result<Uint8Array, MissingPartError>>
}

export function createSegmentReader(storage: CacheStorage, collection: KnowledgeCollection): SegmentReader {
  /** Least recently used first. */
  const kept = new Map<string, { readonly value: unknown; readonly size: number }>()
  let keptSize = 0

  async function read<T>(
    segment: SegmentEntry,
    part: Part | undefined,
    open: (bytes: Uint8Array) => T,
  ): Promise<Result<T, MissingPartError>> {
    if (part === undefined) return lost(segment)
    const name = `${part.name} ${part.checksum}`
    const known = kept.get(name)
    if (known !== undefined) {
      kept.delete(name)
      kept.set(name, known)
      return ok(known.value as T)
    }
    const bytes = await readPart(storage, collection, part)
    if (bytes === undefined) return lost(segment)
    const value = open(bytes)
    keep(name, value, part.size)
    return ok(value)
  }

  function keep(name: string, value: unknown, size: number): void {
    if (kept.has(name) || size > MAX_KEPT) return
    kept.set(name, { value, size })
    keptSize += size
    for (const [oldest, { size: freed }] of kept) {
      if (keptSize <= MAX_KEPT) return
      kept.delete(oldest)
      keptSize -= freed
    }
  }

  return {
    head: (entry) =>
      ResultAsync.fromSafePromise(readPart(storage, collection, entry.head)).andThen((bytes) =>
        bytes === undefined ? lost(entry) : ok(parseHead(bytes)),
      ),
    bucket: ({ entry, head }, number) => read(entry, head.buckets[number], openBucket),
    chunk: ({ entry, head }, number) => read(entry, head.chunks[number], (bytes) => bytes),
  }
}

function lost(segment: SegmentEntry): Result<never, MissingPartError> {
  return err({ code: 'part_lost', segment })
}

/** Returns the number of hash bits that select a bucket. */
export function bitsOf(head: SegmentHead): number {
  return Math.log2(head.buckets.length)
}

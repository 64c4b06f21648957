import type { CacheStorage, KnowledgeCollection } from '@chronicle/core/contracts'
import type { SegmentEntry } from './manifest.ts'
import { parseHead, type SegmentHead } from './segment-head.ts'
import { readPart, type Part } from './segment-parts.ts'
import { openBucket, type TermBucket } from './term-bucket.ts'

/** Bytes of buckets and chunks that are kept in memory between questions. */
const MAX_KEPT = 8_388_608

/** Thrown when a part of a segment is missing or damaged, or the segment was merged into another one meanwhile. */
export class LostPartError extends Error {
  override readonly name = 'LostPartError'
  readonly segment: SegmentEntry

  constructor(segment: SegmentEntry, part: string) {
    super(`the part ${part} is missing or damaged`)
    this.segment = segment
  }
}

/** A segment whose head was read. */
export interface Segment {
  readonly entry: SegmentEntry
  readonly head: SegmentHead
}

/** Reads the parts of a collection's segments. Every method throws a `LostPartError` for one that is not there. */
export interface SegmentReader {
  head(entry: SegmentEntry): Promise<SegmentHead>
  bucket(segment: Segment, number: number): Promise<TermBucket>
  chunk(segment: Segment, number: number): Promise<Uint8Array>
}

export function createSegmentReader(storage: CacheStorage, collection: KnowledgeCollection): SegmentReader {
  /** The one used longest ago comes first. */
  const kept = new Map<string, { readonly value: unknown; readonly size: number }>()
  let keptSize = 0

  async function read<T>(segment: SegmentEntry, part: Part | undefined, open: (bytes: Uint8Array) => T): Promise<T> {
    if (part === undefined) throw new LostPartError(segment, 'that is not listed')
    const name = `${part.name} ${part.checksum}`
    const known = kept.get(name)
    if (known !== undefined) {
      kept.delete(name)
      kept.set(name, known)
      return known.value as T
    }
    const bytes = await readPart(storage, collection, part)
    if (bytes === undefined) throw new LostPartError(segment, part.name)
    const value = open(bytes)
    keep(name, value, part.size)
    return value
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
    async head(entry) {
      const bytes = await readPart(storage, collection, entry.head)
      if (bytes === undefined) throw new LostPartError(entry, entry.head.name)
      return parseHead(bytes)
    },
    bucket: ({ entry, head }, number) => read(entry, head.buckets[number], openBucket),
    chunk: ({ entry, head }, number) => read(entry, head.chunks[number], (bytes) => bytes),
  }
}

/** The number of bits that choose a bucket. */
export function bitsOf(head: SegmentHead): number {
  return Math.log2(head.buckets.length)
}

import type { Part } from './segment-parts.ts'

/** What is in a segment, but for values and postings. Documents are numbered from 0 in the order of their keys. */
export interface SegmentHead {
  readonly keys: readonly string[]
  readonly lengths: readonly (readonly number[])[]
  /** Where the values are: for each document the number of its chunk, the first byte, and the number of bytes. */
  readonly places: readonly number[]
  /** Numbers of the documents whose value is stored as JSON, because UTF-8 would not give it back. */
  readonly escaped: readonly number[]
  /** Chunks of values. Some are named after another segment, which was merged into this one. */
  readonly chunks: readonly Part[]
  /** Buckets of terms, a power of two, in the order of the hashes. */
  readonly buckets: readonly Part[]
}

export function packHead(head: SegmentHead): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(head))
}

/** Parses a head whose checksum was right. */
export function parseHead(bytes: Uint8Array): SegmentHead {
  return JSON.parse(new TextDecoder().decode(bytes)) as SegmentHead
}

import type { Part } from './segment-parts.ts'

/** The content of a segment except values and postings. Documents are numbered from 0 in key order. */
export interface SegmentHead {
  readonly keys: readonly string[]
  readonly lengths: readonly (readonly number[])[]
  /** Locations of the values: for each document the number of its chunk, the first byte, and the number of bytes. */
  readonly places: readonly number[]
  /** Numbers of the documents whose value is stored as JSON, because UTF-8 would not preserve it. */
  readonly escaped: readonly number[]
  /** Chunks of values. Some carry the name of another segment that was merged into this one. */
  readonly chunks: readonly Part[]
  /** Buckets of terms, in the order of their hashes. Their number is a power of two. */
  readonly buckets: readonly Part[]
}

export function packHead(head: SegmentHead): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(head))
}

/** Parses a head whose checksum was verified. */
export function parseHead(bytes: Uint8Array): SegmentHead {
  return JSON.parse(new TextDecoder().decode(bytes)) as SegmentHead
}

import type { CacheStorage, KnowledgeCollection } from '@chronicle/core/contracts'
import { checksumOf } from './checksum.ts'
import { storageKey, type Part } from './segment-parts.ts'

/** A segment that belongs to a collection. */
export interface SegmentEntry {
  readonly id: string
  /** Number of documents in the segment, including removed ones. */
  readonly size: number
  readonly head: Part
  /** Numbers of the removed documents, ascending. */
  readonly removed: readonly number[]
}

/** The segments of a collection. The document of a key is in the first segment that contains the key. */
export type Manifest = readonly SegmentEntry[]

const NAME = 'manifest'
const CHECKSUM_DIGITS = 8

/** Reads the stored bytes, which callers compare to detect changes. Returns `undefined` if there are none. */
export function readManifestBytes(
  storage: CacheStorage,
  collection: KnowledgeCollection,
): Promise<Uint8Array | undefined> {
  return storage.read(storageKey(collection, NAME))
}

/** Parses a manifest. Invalid bytes give a manifest without segments, so everything is added again. */
export function parseManifest(bytes: Uint8Array | undefined): Manifest {
  if (bytes === undefined || bytes.length <= CHECKSUM_DIGITS) return []
  const body = bytes.subarray(CHECKSUM_DIGITS)
  const decoder = new TextDecoder()
  if (decoder.decode(bytes.subarray(0, CHECKSUM_DIGITS)) !== digitsOf(body)) return []
  return JSON.parse(decoder.decode(body)) as Manifest
}

/** Replaces the manifest. Returns `false` if it could not be written. */
export function writeManifest(
  storage: CacheStorage,
  collection: KnowledgeCollection,
  manifest: Manifest,
): Promise<boolean> {
  const encoder = new TextEncoder()
  const body = encoder.encode(JSON.stringify(manifest))
  const bytes = new Uint8Array(CHECKSUM_DIGITS + body.length)
  bytes.set(encoder.encode(digitsOf(body)))
  bytes.set(body, CHECKSUM_DIGITS)
  return storage.write(storageKey(collection, NAME), bytes)
}

function digitsOf(body: Uint8Array): string {
  return checksumOf(body).toString(16).padStart(CHECKSUM_DIGITS, '0')
}

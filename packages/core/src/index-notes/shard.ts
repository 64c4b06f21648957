import type { BlobId, CommitId } from '@chronicle/schema'
import { hashText } from '../cache/hash-text.ts'

/** A commit with its note blobs and its committer time (-1 when the commit object is missing), as stored. */
export type StoredRef = readonly [commit: CommitId, blobs: readonly BlobId[], committedAt: number]

/** A commit whose note depends on some anchor of the path that the entry stands under. */
export type StoredDependent = readonly [commit: CommitId, blobs: readonly BlobId[], committedAt: number, anchor: string]

/** Everything the index knows about one path. */
export interface PathEntries {
  readonly annotating: readonly StoredRef[]
  readonly dependents: readonly StoredDependent[]
  readonly groups: readonly StoredRef[]
}

/** Parts of the index, each small enough to read for a single question. Maps are stored as lists of pairs. */
export type PathShard = readonly (readonly [path: string, entries: PathEntries])[]
export type CommitShard = readonly StoredRef[]

export const NO_ENTRIES: PathEntries = { annotating: [], dependents: [], groups: [] }

/** Notes per shard that a new index aims at. */
const NOTES_PER_SHARD = 128
const MAX_SHARDS = 1024

/** A power of two, so that commits split evenly by prefix. */
export function shardCountFor(notes: number): number {
  let count = 1
  while (count < MAX_SHARDS && count * NOTES_PER_SHARD < notes) count *= 2
  return count
}

export function pathShardOf(path: string, shards: number): number {
  return parseInt(hashText(path).slice(-8), 16) % shards
}

/** Digits of a commit id that decide its shard, so the shortest prefix that can be looked up. */
export const COMMIT_PREFIX_DIGITS = 4

export function commitShardOf(commit: string, shards: number): number {
  return Math.floor((parseInt(commit.slice(0, COMMIT_PREFIX_DIGITS), 16) * shards) / 0x10000)
}

/** By commit id, then by anchor: the order of every list in the index. */
export function compareRefs(a: StoredRef | StoredDependent, b: StoredRef | StoredDependent): number {
  return compareText(a[0], b[0]) || compareText(a[3] ?? '', b[3] ?? '')
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

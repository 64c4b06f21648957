import { compareText, type BlobId, type CommitId } from '@chronicle/schema'
import { hashText } from '../cache/hash-text.ts'
import type { BlobsByRef } from './notes-state.ts'

/** A commit with its note blobs and its committer time (-1 if the commit object is missing), in stored form. */
export type StoredRef = readonly [commit: CommitId, blobs: readonly BlobId[], committedAt: number]

/** A commit whose note depends on an anchor in the path of the entry. */
export type StoredDependent = readonly [commit: CommitId, blobs: readonly BlobId[], committedAt: number, anchor: string]

/** A commit with its tags and, for several refs, the blobs of each ref. */
export type StoredCommit = readonly [
  commit: CommitId,
  blobs: readonly BlobId[],
  committedAt: number,
  tags: readonly string[],
  byRef?: BlobsByRef,
]

/** All index entries of one word: a path, a tag, or both. */
export interface WordEntries {
  readonly annotating: readonly StoredRef[]
  readonly dependents: readonly StoredDependent[]
  readonly groups: readonly StoredRef[]
  /**
   * Numbers of the commit shards that contain a commit with this tag, ascending. A list of a common tag's commits would
   * be long and rewritten with every note.
   */
  readonly tagged: readonly number[]
}

/** Parts of the index, each small enough to read for a single query. Maps are stored as lists of pairs. */
export type WordShard = readonly (readonly [word: string, entries: WordEntries])[]
export type CommitShard = readonly StoredCommit[]

export const NO_ENTRIES: WordEntries = { annotating: [], dependents: [], groups: [], tagged: [] }

/** Target number of notes per shard for a new index. */
const NOTES_PER_SHARD = 128
const MAX_SHARDS = 1024

/** Returns the number of shards: a power of two, so that commits are divided evenly by prefix. */
export function shardCountFor(notes: number): number {
  let count = 1
  while (count < MAX_SHARDS && count * NOTES_PER_SHARD < notes) count *= 2
  return count
}

export function wordShardOf(word: string, shards: number): number {
  return shards === 1 ? 0 : parseInt(hashText(word).slice(-8), 16) % shards
}

/**
 * Number of digits of a commit id that determine its shard, and thus the length of the shortest prefix that can be
 * looked up.
 */
export const COMMIT_PREFIX_DIGITS = 4

export function commitShardOf(commit: string, shards: number): number {
  return Math.floor((parseInt(commit.slice(0, COMMIT_PREFIX_DIGITS), 16) * shards) / 0x10000)
}

/** Compares by commit id, then by anchor: the order of every list in the index. */
export function compareRefs(a: StoredRef | StoredDependent, b: StoredRef | StoredDependent): number {
  return compareText(a[0], b[0]) || compareText(a[3] ?? '', b[3] ?? '')
}

/** Compares newest first, then by commit id. */
export function compareTimes(a: StoredRef, b: StoredRef): number {
  return b[2] - a[2] || compareText(a[0], b[0])
}

/** A path with the number of commits that annotate it. */
export type StoredPath = readonly [path: string, commits: number]

/** Compares by the code units of the paths, not in the order of git. */
export function compareStoredPaths(a: StoredPath, b: StoredPath): number {
  return compareText(a[0], b[0])
}

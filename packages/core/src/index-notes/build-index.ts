import { err, ok, type BlobId, type CommitId, type NotesRef, type Result } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError, NotesTip } from '../contracts/git-backend.ts'
import {
  changeEntries,
  createIndexChanges,
  isEmpty,
  type IndexChanges,
  type IndexChangesBuilder,
} from './index-changes.ts'
import type { Manifest } from './manifest.ts'
import { readNoteFacts } from './note-facts.ts'
import { commitShardOf, NO_ENTRIES, pathShardOf, shardCountFor, type PathEntries, type StoredRef } from './shard.ts'
import type { ShardStore } from './shard-store.ts'

/** Notes read and parsed at a time: bounds memory at a few megabytes, whatever the size of the ref. */
const CHUNK = 512

/** Blobs of each commit, ordered by id, over all refs. */
export type NotesByCommit = ReadonlyMap<CommitId, readonly BlobId[]>

export interface ListedNotes {
  readonly tips: readonly (NotesTip | null)[]
  readonly notes: NotesByCommit
}

/** Lists the notes of all refs together. */
export async function listAllNotes(
  git: GitBackend,
  refs: readonly NotesRef[],
  options?: CallOptions,
): Promise<Result<ListedNotes, GitError>> {
  const tips: (NotesTip | null)[] = []
  const notes = new Map<CommitId, readonly BlobId[]>()
  for (const ref of refs) {
    const listing = await git.listNotes(ref, options)
    if (listing.isErr()) return err(listing.error)
    tips.push(listing.value.tip ?? null)
    for (const [commit, blobs] of listing.value.notes) notes.set(commit, unionOf(notes.get(commit) ?? [], blobs))
  }
  return ok({ tips, notes })
}

export function unionOf(a: readonly BlobId[], b: readonly BlobId[]): readonly BlobId[] {
  return [...new Set([...a, ...b])].sort()
}

/** Reads notes and adds what they say to `changes`. */
export async function addNotes(
  git: GitBackend,
  notes: NotesByCommit,
  changes: IndexChangesBuilder,
  options?: CallOptions,
): Promise<Result<void, GitError>> {
  const all = [...notes]
  for (let start = 0; start < all.length; start += CHUNK) {
    const chunk = all.slice(start, start + CHUNK)
    options?.onProgress?.({ step: 'indexing notes', done: start, total: all.length })
    const [blobs, commits] = await Promise.all([
      git.readBlobs([...new Set(chunk.flatMap(([, ids]) => ids))], options),
      git.readCommits(
        chunk.map(([commit]) => commit),
        options,
      ),
    ])
    if (blobs.isErr()) return err(blobs.error)
    if (commits.isErr()) return err(commits.error)
    for (const [commit, ids] of chunk) {
      const bytes = ids.map((id) => blobs.value.get(id)).filter((note) => note !== undefined)
      const committedAt = commits.value.get(commit)?.committer.time ?? -1
      changes.add([commit, ids, committedAt], readNoteFacts(commit, bytes))
    }
  }
  return ok(undefined)
}

/** Builds the index of a listing from nothing. */
export async function buildIndex(
  git: GitBackend,
  refs: readonly NotesRef[],
  listed: ListedNotes,
  store: ShardStore,
  options?: CallOptions,
): Promise<Result<Manifest, GitError>> {
  const changes = createIndexChanges()
  const added = await addNotes(git, listed.notes, changes, options)
  if (added.isErr()) return err(added.error)
  const count = shardCountFor(listed.notes.size)
  const stamp = stampOf(listed.tips)
  const pathShards = await writePathShards(changes, count, stamp, store)
  const commitShards = await writeCommitShards(changes, count, stamp, store)
  const wide = [...changes.wide].sort((a, b) => (a[0] < b[0] ? -1 : 1))
  const { tips, notes } = listed
  return ok({ format: 1, refs, tips, notes: notes.size, pathShards, commitShards, wide, retired: [] })
}

/** Part of a shard's name that ties it to one state of the notes. */
export function stampOf(tips: readonly (NotesTip | null)[]): string {
  return tips.map((tip) => tip?.slice(0, 16) ?? 'none').join('-')
}

async function writePathShards(
  changes: IndexChanges,
  count: number,
  stamp: string,
  store: ShardStore,
): Promise<readonly string[]> {
  const shards = Array.from({ length: count }, (): (readonly [string, PathEntries])[] => [])
  for (const path of [...changes.paths.keys()].sort()) {
    const entries = changeEntries(path, NO_ENTRIES, changes)
    if (!isEmpty(entries)) shards[pathShardOf(path, count)]?.push([path, entries])
  }
  return Promise.all(shards.map((shard, i) => putShard(store, `index/p${count}-${i}-${stamp}.json`, shard)))
}

async function writeCommitShards(
  changes: IndexChanges,
  count: number,
  stamp: string,
  store: ShardStore,
): Promise<readonly string[]> {
  const shards = Array.from({ length: count }, (): StoredRef[] => [])
  for (const [commit, ref] of [...changes.commits].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (ref !== undefined) shards[commitShardOf(commit, count)]?.push(ref)
  }
  return Promise.all(shards.map((shard, i) => putShard(store, `index/c${count}-${i}-${stamp}.json`, shard)))
}

/** Stores a shard and returns its name; an empty one is not stored. */
export async function putShard(store: ShardStore, name: string, shard: readonly unknown[]): Promise<string> {
  if (shard.length === 0) return ''
  await store.put(name, shard)
  return name
}

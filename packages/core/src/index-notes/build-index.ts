import { ok, safeTry, type CommitId, type NotesRef, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError } from '../contracts/git-backend.ts'
import {
  changeEntries,
  createIndexChanges,
  isEmpty,
  type IndexChanges,
  type IndexChangesBuilder,
} from './index-changes.ts'
import { readIndexedNotes } from './indexed-note.ts'
import type { Manifest } from './manifest.ts'
import type { BlobsByRef, ListedNotes, NotesTips } from './notes-state.ts'
import { writePages } from './ordered-pages.ts'
import {
  commitShardOf,
  compareText,
  compareTimes,
  NO_ENTRIES,
  shardCountFor,
  wordShardOf,
  type StoredCommit,
  type StoredPath,
  type StoredRef,
  type WordEntries,
} from './shard.ts'
import type { ShardStore } from './shard-store.ts'
import { createTagShards, type TagShards } from './tag-shards.ts'

/** Reads notes and adds what they say to `changes`. */
export function addNotes(
  git: GitBackend,
  notes: readonly (readonly [CommitId, BlobsByRef])[],
  changes: IndexChangesBuilder,
  options?: CallOptions,
): ResultAsync<void, GitError> {
  return safeTry(async function* () {
    for await (const chunk of readIndexedNotes(git, notes, options)) {
      for (const note of yield* chunk) changes.add(note)
    }
    return ok(undefined)
  })
}

/** Builds the index of a listing from nothing. */
export function buildIndex(
  git: GitBackend,
  refs: readonly NotesRef[],
  { tips, notes }: ListedNotes,
  store: ShardStore,
  options?: CallOptions,
): ResultAsync<Omit<Manifest, 'retired'>, GitError> {
  return safeTry(async function* () {
    const changes = createIndexChanges()
    yield* addNotes(git, [...notes], changes, options)
    const count = shardCountFor(notes.size)
    const stamp = stampOf(tips)
    const tagShards = createTagShards()
    const commitShards = await writeCommitShards(changes, count, stamp, store, tagShards)
    const wordShards = await writeWordShards(changes, count, stamp, store, tagShards)
    const byTime = [...changes.commits.values()].filter((ref) => ref !== undefined).map(toRef)
    const times = await writePages(store, { list: 'times', stamp }, byTime.sort(compareTimes))
    const paths = await writePages(store, { list: 'paths', stamp }, annotatedPaths(changes))
    const wide = [...changes.wide].sort(([a], [b]) => compareText(a, b))
    return ok({ format: 3, refs, tips, notes: notes.size, wordShards, commitShards, times, paths, wide })
  })
}

/** Part of a shard's name that ties it to one state of the notes. */
export function stampOf(tips: NotesTips): string {
  return tips.map((tip) => tip?.slice(0, 16) ?? 'none').join('-')
}

export function toRef([commit, blobs, committedAt]: StoredCommit): StoredRef {
  return [commit, blobs, committedAt]
}

async function writeWordShards(
  changes: IndexChanges,
  count: number,
  stamp: string,
  store: ShardStore,
  tagShards: TagShards,
): Promise<readonly string[]> {
  const shards = Array.from({ length: count }, (): (readonly [string, WordEntries])[] => [])
  for (const word of [...new Set([...changes.paths.keys(), ...changes.tags])].sort()) {
    const entries = { ...changeEntries(word, NO_ENTRIES, changes), tagged: tagShards.shardsOf(word, []) }
    if (!isEmpty(entries)) shards[wordShardOf(word, count)]?.push([word, entries])
  }
  return Promise.all(shards.map((shard, i) => putShard(store, wordShardName(count, i, stamp), shard)))
}

async function writeCommitShards(
  changes: IndexChanges,
  count: number,
  stamp: string,
  store: ShardStore,
  tagShards: TagShards,
): Promise<readonly string[]> {
  const shards = Array.from({ length: count }, (): StoredCommit[] => [])
  for (const [commit, ref] of [...changes.commits].sort(([a], [b]) => compareText(a, b))) {
    if (ref !== undefined) shards[commitShardOf(commit, count)]?.push(ref)
  }
  for (const [number, shard] of shards.entries()) tagShards.see(number, shard)
  return Promise.all(shards.map((shard, i) => putShard(store, commitShardName(count, i, stamp), shard)))
}

function annotatedPaths(changes: IndexChanges): readonly StoredPath[] {
  const paths = [...changes.paths].filter(([, { annotating }]) => annotating.length > 0)
  return paths
    .map(([path, { annotating }]): StoredPath => [path, annotating.length])
    .sort(([a], [b]) => compareText(a, b))
}

export function wordShardName(count: number, number: number, stamp: string): string {
  return `index/w${count}-${number}-${stamp}.json`
}

export function commitShardName(count: number, number: number, stamp: string): string {
  return `index/c${count}-${number}-${stamp}.json`
}

/** Stores a shard and returns its name; an empty one is not stored. */
export async function putShard(store: ShardStore, name: string, shard: readonly unknown[]): Promise<string> {
  if (shard.length === 0) return ''
  await store.put(name, shard)
  return name
}

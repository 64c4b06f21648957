import { err, ok, type BlobId, type CommitId, type Result } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError, NoteChange, NotesTip } from '../contracts/git-backend.ts'
import { addNotes, putShard, stampOf, unionOf } from './build-index.ts'
import { changeEntries, changeRefs, createIndexChanges, isEmpty, type IndexChanges } from './index-changes.ts'
import type { Manifest } from './manifest.ts'
import { readNoteFacts } from './note-facts.ts'
import { commitShardOf, NO_ENTRIES, pathShardOf, shardCountFor, type CommitShard, type PathShard } from './shard.ts'
import type { ShardStore } from './shard-store.ts'

/** An index that has outgrown its shards this many times is built again. */
const MAX_GROWTH = 4

/**
 * Brings an index from the tips it was made for to `tips`, reading only the notes that changed.
 * `undefined`: that is not possible or not worth it, and the index has to be built.
 */
export async function updateIndex(
  git: GitBackend,
  before: Manifest,
  tips: readonly (NotesTip | null)[],
  store: ShardStore,
  options?: CallOptions,
): Promise<Result<Manifest | undefined, GitError>> {
  const changed = await changedNotes(git, before, tips, options)
  if (changed.isErr()) return changed.error.code === 'missing_object' ? ok(undefined) : err(changed.error)
  if (changed.value === undefined || changed.value.length > Math.max(64, before.notes / 2)) return ok(undefined)

  const shards = before.commitShards.length
  const old = await blobsBefore(before, changed.value, store)
  if (old === undefined) return ok(undefined)
  const oldBlobs = await git.readBlobs([...new Set([...old.values()].flat())], options)
  if (oldBlobs.isErr()) return err(oldBlobs.error)

  const changes = createIndexChanges()
  const now = new Map<CommitId, readonly BlobId[]>()
  for (const { commit, before: gone, after } of changed.value) {
    const had = old.get(commit) ?? []
    const notes = had.map((id) => oldBlobs.value.get(id))
    if (notes.includes(undefined)) return ok(undefined)
    changes.remove(
      commit,
      readNoteFacts(
        commit,
        notes.filter((note) => note !== undefined),
      ),
    )
    const kept = (now.get(commit) ?? had).filter((id) => !gone.includes(id))
    now.set(commit, unionOf(kept, after))
  }
  const present = new Map([...now].filter(([, blobs]) => blobs.length > 0))
  const added = await addNotes(git, present, changes, options)
  if (added.isErr()) return err(added.error)

  const notes = before.notes + present.size - old.size
  if (shardCountFor(notes) > shards * MAX_GROWTH) return ok(undefined)
  return ok(await applyChanges(before, changes, tips, notes, store))
}

async function changedNotes(
  git: GitBackend,
  before: Manifest,
  tips: readonly (NotesTip | null)[],
  options?: CallOptions,
): Promise<Result<readonly NoteChange[] | undefined, GitError>> {
  const all: NoteChange[] = []
  for (const [i, to] of tips.entries()) {
    const from = before.tips[i] ?? null
    if (from === to) continue
    if (from === null || to === null || git.diffNotes === undefined) return ok(undefined)
    const diff = await git.diffNotes(from, to, options)
    if (diff.isErr()) return err(diff.error)
    all.push(...diff.value)
  }
  return ok(all)
}

/** The blobs that the index has for each changed commit; commits without any are left out. */
async function blobsBefore(
  before: Manifest,
  changed: readonly NoteChange[],
  store: ShardStore,
): Promise<ReadonlyMap<CommitId, readonly BlobId[]> | undefined> {
  const old = new Map<CommitId, readonly BlobId[]>()
  const wanted = new Set<string>(changed.map(({ commit }) => commit))
  for (const name of new Set([...wanted].map((commit) => shardName(before.commitShards, commit)))) {
    if (name === '') continue
    const shard = await store.get<CommitShard>(name)
    if (shard === undefined) return undefined
    for (const [commit, blobs] of shard) if (wanted.has(commit)) old.set(commit, blobs)
  }
  return old
}

function shardName(shards: readonly string[], commit: string): string {
  return shards[commitShardOf(commit, shards.length)] ?? ''
}

async function applyChanges(
  before: Manifest,
  changes: IndexChanges,
  tips: readonly (NotesTip | null)[],
  notes: number,
  store: ShardStore,
): Promise<Manifest | undefined> {
  const count = before.pathShards.length
  const stamp = stampOf(tips)
  const pathShards = [...before.pathShards]
  const commitShards = [...before.commitShards]
  const retired: string[] = []

  for (const [number, paths] of groupBy([...changes.paths.keys()], (path) => pathShardOf(path, count))) {
    const name = pathShards[number] ?? ''
    const shard = name === '' ? [] : await store.get<PathShard>(name)
    if (shard === undefined) return undefined
    const entries = new Map(shard)
    for (const path of paths) entries.set(path, changeEntries(path, entries.get(path) ?? NO_ENTRIES, changes))
    const next = [...entries].filter(([, value]) => !isEmpty(value)).sort(([a], [b]) => (a < b ? -1 : 1))
    if (name !== '') retired.push(name)
    pathShards[number] = await putShard(store, `index/p${count}-${number}-${stamp}.json`, next)
  }
  for (const [number, commits] of groupBy([...changes.commits.keys()], (commit) => commitShardOf(commit, count))) {
    const name = commitShards[number] ?? ''
    const shard = name === '' ? [] : await store.get<CommitShard>(name)
    if (shard === undefined) return undefined
    const more = commits.map((commit) => changes.commits.get(commit)).filter((ref) => ref !== undefined)
    if (name !== '') retired.push(name)
    const next = changeRefs(shard, more, changes)
    commitShards[number] = await putShard(store, `index/c${count}-${number}-${stamp}.json`, next)
  }
  for (const name of before.retired) if (![...pathShards, ...commitShards].includes(name)) await store.remove(name)
  const wide = changeRefs(before.wide, changes.wide, changes)
  return { format: 1, refs: before.refs, tips, notes, pathShards, commitShards, wide, retired }
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => number): ReadonlyMap<number, readonly T[]> {
  const groups = new Map<number, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}

import { ok, readNoteFacts, safeTry, type BlobId, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError } from '../contracts/git-backend.ts'
import { applyChanges, stampOf, type ChangedNotes } from './apply-changes.ts'
import { addNotes, createIndexChanges } from './index-changes.ts'
import type { Manifest } from './manifest.ts'
import {
  changeBlobs,
  diffAllNotes,
  sameTips,
  type BlobsByRef,
  type NotesDifference,
  type NotesTips,
} from './notes-state.ts'
import { commitShardOf, shardCountFor, type CommitShard, type StoredCommit } from './shard.ts'
import type { ShardStore } from './shard-store.ts'

/** Maximum growth of an index relative to its number of shards. Beyond it, the index is rebuilt. */
const MAX_GROWTH = 4

/** The input of an index update. */
export interface IndexUpdate {
  readonly tips: NotesTips
  /** Commits that were fetched after their notes. */
  readonly arrived: readonly CommitId[]
}

/**
 * Updates an index from its own tips to `tips`. Reads only changed notes, and those of newly fetched commits. Returns
 * `undefined` if that is not possible or not worthwhile, and the index must be rebuilt.
 */
export function updateIndex(
  git: GitBackend,
  before: Manifest,
  { tips, arrived }: IndexUpdate,
  store: ShardStore,
  options?: CallOptions,
): ResultAsync<Manifest | undefined, GitError> {
  return safeTry(async function* () {
    const stamp = stampOf(tips)
    // Parts of the state before the last one, which nobody uses any more, are removed while git works.
    const cleared = Promise.all(
      before.retired
        .filter((name) => sameTips(before.tips, tips) || !name.includes(stamp))
        .map((name) => store.remove(name)),
    )
    const differing = diffAllNotes(git, before.tips, tips, options)
    await cleared
    const difference = yield* differing
    if (difference === undefined) return ok(undefined)
    // The notes of newly fetched commits are read again, although no ref changed them.
    const all: NotesDifference = new Map([...arrived.map((commit) => [commit, NO_CHANGE] as const), ...difference])
    if (all.size > Math.max(64, before.notes / 2)) return ok(undefined)
    const changed = yield* readChanged(git, before, all, store, options)
    if (changed === undefined) return ok(undefined)
    if (shardCountFor(changed.noteCount) > before.commitShards.length * MAX_GROWTH) return ok(undefined)
    return ok(await applyChanges(before, changed, tips, store))
  })
}

const NO_CHANGE: ReadonlyMap<number, readonly BlobId[]> = new Map()

function readChanged(
  git: GitBackend,
  before: Manifest,
  difference: NotesDifference,
  store: ShardStore,
  options?: CallOptions,
): ResultAsync<ChangedNotes | undefined, GitError> {
  return safeTry(async function* () {
    const old = await storedCommits(before, [...difference.keys()], store)
    if (old === undefined) return ok(undefined)
    const oldBlobs = yield* git.readBlobs([...new Set([...old.values()].flatMap(([, blobs]) => blobs))], options)
    const changes = createIndexChanges()
    for (const [commit, blobs] of old.values()) {
      const notes = blobs.map((id) => oldBlobs.get(id)).filter((note) => note !== undefined)
      if (notes.length < blobs.length) return ok(undefined)
      changes.remove(commit, readNoteFacts(commit, notes))
    }
    const present: (readonly [CommitId, BlobsByRef])[] = []
    for (const [commit, change] of difference) {
      const [, blobs, , , byRef = blobs && [blobs]] = old.get(commit) ?? []
      const now = changeBlobs(byRef ?? [], change, before.refs.length)
      if (now.some((each) => each.length > 0)) present.push([commit, now])
    }
    yield* addNotes(git, present, changes, options)
    return ok({ old, changes, noteCount: before.notes + present.length - old.size })
  })
}

/**
 * Returns the index entries of the given commits. Those without notes are omitted. Returns `undefined` if a shard is
 * missing.
 */
async function storedCommits(
  before: Manifest,
  commits: readonly CommitId[],
  store: ShardStore,
): Promise<ReadonlyMap<string, StoredCommit> | undefined> {
  const found = new Map<string, StoredCommit>()
  const wanted = new Set<string>(commits)
  const shards = before.commitShards
  for (const name of new Set(commits.map((commit) => shards[commitShardOf(commit, shards.length)] ?? ''))) {
    if (name === '') continue
    const shard = await store.get<CommitShard>(name)
    if (shard === undefined) return undefined
    for (const stored of shard) if (wanted.has(stored[0])) found.set(stored[0], stored)
  }
  return found
}

import { ok, safeTry, type NotesRef, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError } from '../contracts/git-backend.ts'
import { applyChanges } from './apply-changes.ts'
import { addNotes, createIndexChanges } from './index-changes.ts'
import type { Manifest } from './manifest.ts'
import type { ListedNotes } from './notes-state.ts'
import { shardCountFor } from './shard.ts'
import type { ShardStore } from './shard-store.ts'

/** Builds an index from a listing: all its notes are changes of an empty index. */
export function buildIndex(
  git: GitBackend,
  refs: readonly NotesRef[],
  { tips, notes }: ListedNotes,
  store: ShardStore,
  options?: CallOptions,
): ResultAsync<Manifest, GitError> {
  return safeTry(async function* () {
    const changes = createIndexChanges()
    yield* addNotes(git, [...notes], changes, options)
    const empty = emptyManifest(refs, shardCountFor(notes.size))
    const built = await applyChanges(empty, { old: new Map(), changes, noteCount: notes.size }, tips, store)
    // An empty index has no parts that could be missing.
    return ok(built ?? empty)
  })
}

function emptyManifest(refs: readonly NotesRef[], shards: number): Manifest {
  const names = Array.from({ length: shards }, () => '')
  return {
    ...{ format: 4, refs, tips: [], notes: 0 },
    ...{ wordShards: names, commitShards: names, times: '', paths: '', wide: [], missing: [], retired: [] },
  }
}

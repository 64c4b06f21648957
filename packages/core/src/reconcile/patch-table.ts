import { ok, safeTry, type BlobId, type CommitId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { ChangeKey, GitBackend, GitError, Patch, PatchId } from '../contracts/git-backend.ts'
import { readJson, writeJson } from '../cache/json-cache.ts'

/** Keys of patches, requested from git once and cached by commit. */
export interface PatchTable {
  /** Returns the keys in the given order; absent for a patch that changes nothing. */
  keys(patches: readonly Patch[], call: CallOptions): ResultAsync<readonly (ChangeKey | undefined)[], GitError>
  /** Returns the exact ids: a change of blanks alone, such as an indentation, is a change. */
  ids(patches: readonly Patch[], call: CallOptions): ResultAsync<readonly (PatchId | undefined)[], GitError>
  /** Returns the blob that a commit wrote to a file, if git was queried for it in this run. */
  readonly blobAt: (commit: CommitId, path: RepoPath) => BlobId | undefined
  /** Whether git was queried in this run, rather than only the cache. */
  asked(): boolean
  /** Writes the results of this run to the cache. */
  save(): Promise<void>
}

/** The backend methods that compare patches. */
export type PatchServices = Required<Pick<GitBackend, 'changeKeys' | 'patchIds'>>

/** `null` when the patch changes nothing. */
interface Kept {
  key?: ChangeKey | null
  id?: PatchId | null
}

/** The prefix contains the version of the format. Raise it when the content of a key changes. */
const FOLDER = 'reconcile/patches-2'

export function createPatchTable(git: PatchServices, storage: CacheStorage | undefined): PatchTable {
  const shards = new Map<string, Promise<Map<string, Kept>>>()
  const changed = new Set<string>()
  const files = new Map<CommitId, NonNullable<ChangeKey['files']>>()
  const shardOf = (patch: Patch): Promise<Map<string, Kept>> => {
    const name = patch.commit.slice(0, 2)
    const known = shards.get(name)
    if (known !== undefined) return known
    const loaded = readShard(storage, name)
    shards.set(name, loaded)
    return loaded
  }

  function ask<Field extends keyof Kept>(
    field: Field,
    patches: readonly Patch[],
    find: (missing: readonly Patch[]) => ResultAsync<readonly (NonNullable<Kept[Field]> | undefined)[], GitError>,
  ): ResultAsync<readonly (NonNullable<Kept[Field]> | undefined)[], GitError> {
    return safeTry(async function* () {
      const entries = await Promise.all(
        patches.map(async (patch) => {
          const shard = await shardOf(patch)
          const name = nameOf(patch)
          const known = shard.get(name)
          if (known !== undefined) return known
          const fresh: Kept = {}
          shard.set(name, fresh)
          return fresh
        }),
      )
      const missing = patches.filter((_, index) => entries[index]?.[field] === undefined)
      if (missing.length > 0) {
        const found = yield* find(missing)
        for (const [index, patch] of missing.entries()) {
          const entry = (await shardOf(patch)).get(nameOf(patch))
          if (entry !== undefined) entry[field] = found[index] ?? null
          changed.add(patch.commit.slice(0, 2))
        }
      }
      return ok(entries.map((entry) => (entry[field] ?? undefined) as NonNullable<Kept[Field]> | undefined))
    })
  }

  /** Removes the file list of a key, to keep the cache small. */
  function withoutFiles(key: ChangeKey | undefined, patch: Patch | undefined): ChangeKey | undefined {
    if (key?.files === undefined) return key
    if (patch !== undefined && patch.base === undefined) files.set(patch.commit, key.files)
    return { blobs: key.blobs, paths: key.paths }
  }

  return {
    keys: (patches, call) =>
      ask('key', patches, (missing) => {
        return git.changeKeys(missing, call).map((keys) => keys.map((key, index) => withoutFiles(key, missing[index])))
      }),
    ids: (patches, call) => ask('id', patches, (missing) => git.patchIds(missing, { ...call, exact: true })),
    blobAt: (commit, path) => files.get(commit)?.find(([each]) => each === path)?.[1],
    asked: () => files.size > 0,
    async save() {
      if (storage === undefined) return
      for (const name of changed) {
        const shard = await shards.get(name)
        if (shard !== undefined) await writeJson(storage, `${FOLDER}/${name}.json`, [...shard])
      }
      changed.clear()
    },
  }
}

function nameOf({ commit, base }: Patch): string {
  return base === undefined ? commit : `${commit} ${base}`
}

async function readShard(storage: CacheStorage | undefined, name: string): Promise<Map<string, Kept>> {
  const stored = storage && (await readJson<readonly (readonly [string, Kept])[]>(storage, `${FOLDER}/${name}.json`))
  return new Map(Array.isArray(stored) ? stored : [])
}

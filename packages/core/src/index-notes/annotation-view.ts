import { err, ok, ResultAsync, type Diagnostic, type Result } from '@chronicle/schema'
import type {
  AnnotatedCommit,
  AnnotationView,
  DependentRef,
  IndexError,
  NoteRef,
} from '../contracts/annotation-index.ts'
import type { Manifest } from './manifest.ts'
import {
  COMMIT_PREFIX_DIGITS,
  commitShardOf,
  NO_ENTRIES,
  pathShardOf,
  type CommitShard,
  type PathEntries,
  type PathShard,
  type StoredDependent,
  type StoredRef,
} from './shard.ts'

/** Loads a shard of this view; a failure is final for the view. */
export type ShardLoader = <T>(name: string) => Promise<Result<T, IndexError>>

/** Answers questions about one state of the index, reading the shards that each question needs. */
export function createAnnotationView(
  manifest: Manifest,
  load: ShardLoader,
  diagnostics: readonly Diagnostic[],
): AnnotationView {
  async function entriesOf(path: string): Promise<Result<PathEntries, IndexError>> {
    const name = manifest.pathShards[pathShardOf(path, manifest.pathShards.length)] ?? ''
    if (name === '') return ok(NO_ENTRIES)
    const shard = await load<PathShard>(name)
    return shard.map((entries) => entries.find(([entry]) => entry === path)?.[1] ?? NO_ENTRIES)
  }

  async function annotating(paths: readonly string[]): Promise<Result<readonly AnnotatedCommit[], IndexError>> {
    const commits = new Map<string, AnnotatedCommit>(manifest.wide.map((ref) => [ref[0], toAnnotated(ref)]))
    for (const path of paths) {
      const entries = await entriesOf(path)
      if (entries.isErr()) return err(entries.error)
      for (const ref of entries.value.annotating) commits.set(ref[0], toAnnotated(ref))
    }
    return ok([...commits.values()].sort((a, b) => (a.commit < b.commit ? -1 : 1)))
  }

  async function find(commits: readonly string[]): Promise<Result<ReadonlyMap<string, NoteRef>, IndexError>> {
    const found = new Map<string, NoteRef>()
    for (const wanted of new Set(commits)) {
      const prefix = wanted.toLowerCase()
      if (prefix.length < COMMIT_PREFIX_DIGITS || !/^[0-9a-f]+$/u.test(prefix)) continue
      const name = manifest.commitShards[commitShardOf(prefix, manifest.commitShards.length)] ?? ''
      if (name === '') continue
      const shard = await load<CommitShard>(name)
      if (shard.isErr()) return err(shard.error)
      const matches = shard.value.filter(([commit]) => commit.startsWith(prefix))
      const [only] = matches
      if (only !== undefined && matches.length === 1) found.set(wanted, toNote(only))
    }
    return ok(found)
  }

  return {
    tip: manifest.tips.find((tip) => tip !== null) ?? undefined,
    noteCount: manifest.notes,
    diagnostics,
    annotating: (paths) => new ResultAsync(annotating(paths)),
    dependents: (file) => new ResultAsync(entriesOf(file)).map(({ dependents }) => dependents.map(toDependent)),
    groups: (file) => new ResultAsync(entriesOf(file)).map(({ groups }) => groups.map(toAnnotated)),
    find: (commits) => new ResultAsync(find(commits)),
  }
}

function toNote([commit, blobs]: StoredRef): NoteRef {
  return { commit, blobs }
}

function toAnnotated([commit, blobs, committedAt]: StoredRef | StoredDependent): AnnotatedCommit {
  return committedAt < 0 ? { commit, blobs } : { commit, blobs, committedAt }
}

function toDependent(ref: StoredDependent): DependentRef {
  return { ...toAnnotated(ref), anchor: ref[3] }
}

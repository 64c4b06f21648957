import { err, ok, ResultAsync, tagKey, type Diagnostic, type RepoPath, type Result } from '@chronicle/schema'
import type {
  AnnotatedCommit,
  AnnotatedPath,
  AnnotationView,
  DependentRef,
  IndexError,
  NoteRef,
  TimePosition,
} from '../contracts/annotation-index.ts'
import type { Manifest } from './manifest.ts'
import { readPages, type Compare, type PageTable } from './ordered-pages.ts'
import {
  COMMIT_PREFIX_DIGITS,
  commitShardOf,
  comparePaths,
  compareText,
  compareTimes,
  NO_ENTRIES,
  wordShardOf,
  type CommitShard,
  type StoredCommit,
  type StoredDependent,
  type StoredPath,
  type StoredRef,
  type WordEntries,
  type WordShard,
} from './shard.ts'

/** Loads a shard of this view; a failure is final for the view. */
export type ShardLoader = <T>(name: string) => Promise<Result<T, IndexError>>

/** Answers questions about one state of the index, reading the shards that each question needs. */
export function createAnnotationView(
  manifest: Manifest,
  load: ShardLoader,
  diagnostics: readonly Diagnostic[],
): AnnotationView {
  async function entriesOf(word: string): Promise<Result<WordEntries, IndexError>> {
    const name = manifest.wordShards[wordShardOf(word, manifest.wordShards.length)] ?? ''
    if (name === '') return ok(NO_ENTRIES)
    const shard = await load<WordShard>(name)
    return shard.map((entries) => entries.find(([entry]) => entry === word)?.[1] ?? NO_ENTRIES)
  }

  async function annotating(paths: readonly string[]): Promise<Result<readonly AnnotatedCommit[], IndexError>> {
    const commits = new Map<string, AnnotatedCommit>(manifest.wide.map((ref) => [ref[0], toAnnotated(ref)]))
    for (const path of paths) {
      const entries = await entriesOf(path)
      if (entries.isErr()) return err(entries.error)
      for (const ref of entries.value.annotating) commits.set(ref[0], toAnnotated(ref))
    }
    return ok([...commits.values()].sort((a, b) => compareText(a.commit, b.commit)))
  }

  /** Each shard is read once, however many of the words are in it. */
  async function mentioned(paths: readonly RepoPath[]): Promise<Result<readonly RepoPath[], IndexError>> {
    const wanted = new Set<string>(paths)
    const found = new Set<string>()
    for (const number of new Set([...wanted].map((path) => wordShardOf(path, manifest.wordShards.length)))) {
      const name = manifest.wordShards[number] ?? ''
      if (name === '') continue
      const shard = await load<WordShard>(name)
      if (shard.isErr()) return err(shard.error)
      for (const [word, { annotating, dependents, groups }] of shard.value) {
        if (wanted.has(word) && annotating.length + dependents.length + groups.length > 0) found.add(word)
      }
    }
    return ok([...new Set(paths)].filter((path) => found.has(path)))
  }

  async function tagged(tag: string): Promise<Result<readonly AnnotatedCommit[], IndexError>> {
    const entries = await entriesOf(tag)
    if (entries.isErr()) return err(entries.error)
    const found: StoredCommit[] = []
    for (const number of entries.value.tagged) {
      const shard = await load<CommitShard>(manifest.commitShards[number] ?? '')
      if (shard.isErr()) return err(shard.error)
      found.push(...shard.value.filter(([, , , tags]) => tags.includes(tag)))
    }
    return ok(found.sort(([a], [b]) => compareText(a, b)).map(toAnnotated))
  }

  async function recent(limit: number, before?: TimePosition): Promise<Result<readonly AnnotatedCommit[], IndexError>> {
    const from: StoredRef | undefined = before && [before.commit, [], before.committedAt ?? -1]
    const found: AnnotatedCommit[] = []
    if (limit <= 0) return ok(found)
    for await (const page of pagesOf(manifest.times, from, compareTimes)) {
      if (page.isErr()) return err(page.error)
      const later = page.value.filter((ref) => from === undefined || compareTimes(ref, from) > 0)
      found.push(...later.slice(0, limit - found.length).map(toAnnotated))
      if (found.length === limit) break
    }
    return ok(found)
  }

  async function pathsUnder(folder: string): Promise<Result<readonly AnnotatedPath[], IndexError>> {
    const prefix = folder === '' || folder.endsWith('/') ? folder : `${folder}/`
    const found: AnnotatedPath[] = []
    for await (const page of pagesOf<StoredPath>(manifest.paths, [prefix, 0], comparePaths)) {
      if (page.isErr()) return err(page.error)
      for (const [path, commits] of page.value) {
        if (!path.startsWith(prefix)) return ok(found)
        found.push({ path: path as RepoPath, commits })
      }
    }
    return ok(found)
  }

  async function* pagesOf<Entry>(
    tableName: string,
    from: Entry | undefined,
    compare: Compare<Entry>,
  ): AsyncGenerator<Result<readonly Entry[], IndexError>, void, undefined> {
    if (tableName === '') return
    const table = await load<PageTable<Entry>>(tableName)
    if (table.isErr()) yield err(table.error)
    else yield* readPages(load<readonly Entry[]>, table.value, from, compare)
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
    mentioned: (paths) => new ResultAsync(mentioned(paths)),
    tagged: (tag) => new ResultAsync(tagged(tagKey(tag))),
    recent: (limit, before) => new ResultAsync(recent(limit, before)),
    pathsUnder: (folder) => new ResultAsync(pathsUnder(folder)),
    find: (commits) => new ResultAsync(find(commits)),
  }
}

function toNote([commit, blobs]: StoredCommit): NoteRef {
  return { commit, blobs }
}

function toAnnotated([commit, blobs, committedAt]: StoredRef | StoredDependent | StoredCommit): AnnotatedCommit {
  return committedAt < 0 ? { commit, blobs } : { commit, blobs, committedAt }
}

function toDependent(ref: StoredDependent): DependentRef {
  return { ...toAnnotated(ref), anchor: ref[3] }
}
